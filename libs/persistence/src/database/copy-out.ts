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

/** The driver has a limit for every statement: this is the longest that a timer can have, 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/**
 * What a statement gives, in COPY's text format, as fast as it is taken and no faster: the chunks end anywhere. Left
 * before its end it closes the connection, since a server that waits for its reader hears nothing else.
 *
 * @param client - in a transaction, the server's own limits of which hold.
 * @param statement - `COPY (SELECT …) TO STDOUT`; it takes no parameters.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}, and an `AbortError` by the signal.
 */
export async function* copyOut(
  client: PoolClient,
  statement: string,
  { signal, silenceMs }: CopyOutOptions,
): AsyncGenerator<Buffer, void, undefined> {
  // The driver's timer ends when a callback is called, which these streams leave to us.
  const copy = Object.assign(to(statement, { signal }), { query_timeout: NO_LIMIT_MS, callback: () => undefined });
  // However it ends early, be it that nobody reads on: what still came would find a stream that is done.
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
