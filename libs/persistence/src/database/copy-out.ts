import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import { named } from './errors';

/** Until when a statement is read. */
export interface CopyOutOptions {
  /** Ends it, whatever server and reader do. */
  readonly signal: AbortSignal;
  /** Longest wait for what the server sends next, in milliseconds. The reader has a patience of its own. */
  readonly silenceMs: number;
}

/** Maximum of a timer, 24 days: the driver requires a limit for every statement. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/**
 * Streams the result of a statement in COPY's text format, with backpressure; chunks end anywhere. When the consumer stops
 * early, it closes the connection, because a server that waits for its reader accepts no other message.
 *
 * @param client - in a transaction, whose server-side limits apply.
 * @param statement - `COPY (SELECT …) TO STDOUT`; it takes no parameters.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}, and an `AbortError` by the signal.
 */
export async function* copyOut(
  client: PoolClient,
  statement: string,
  { signal, silenceMs }: CopyOutOptions,
): AsyncGenerator<Buffer, void, undefined> {
  // The driver's timer ends when a callback is called, which these streams leave to us.
  const copy = Object.assign(to(statement, { signal }), { query_timeout: NO_LIMIT_MS, callback: () => undefined });
  // After an early end, also when the consumer stops reading, further data would meet a finished stream.
  copy.on('error', () => void client.end());
  const listen = (): NodeJS.Timeout => setTimeout(() => copy.destroy(new Error(SILENT)), silenceMs);
  const chunks: AsyncIterable<Buffer> = client.query(copy);
  let silence = listen();
  try {
    for await (const chunk of chunks) {
      clearTimeout(silence);
      yield chunk;
      silence = listen();
    }
  } catch (error) {
    throw named(error);
  } finally {
    clearTimeout(silence);
    copy.callback();
  }
}

/** As the driver words it. */
const SILENT = 'Query read timeout';
