import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { named } from './errors';

/** Characters per chunk: a packet for each row would cost more than the row. */
const CHUNK_LENGTH = 65_536;
/** Longer than the limit of other statements, because rows are read from a file during the COPY. */
const TIMEOUT_MS = 600_000;
/** Time beyond it in which the server reports the timeout. */
const ANSWER_MS = 5_000;

/** Rows in COPY's text format, one or several per piece, each with its line feed. Bytes are sent as they are, and kept. */
export type CopyRows = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Sends rows to the database as one COPY statement, with backpressure.
 *
 * @param client - in a transaction, which rolls the rows back on an error.
 * @param statement - `COPY table (columns) FROM STDIN`.
 * @param timeoutMs - of the whole statement, including the time in which `rows` produces them; ten minutes when not given.
 * @returns number of rows.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError} and the errors of `rows`, unchanged.
 */
export async function copyRows(
  client: ClientBase,
  statement: string,
  rows: CopyRows,
  timeoutMs: number = TIMEOUT_MS,
): Promise<number> {
  const source: Source = { failure: null };
  try {
    const { rows: settings } = await client.query<{ former: string }>(
      `SELECT current_setting('statement_timeout') AS former`,
    );
    await limit(client, String(timeoutMs));
    // Overrides the driver's own timeout for unresponsive servers, which is shorter.
    const copy = client.query(Object.assign(from(statement), { query_timeout: timeoutMs + ANSWER_MS }));
    await pipeline(Readable.from(chunksOf(rows, source)), copy);
    await limit(client, settings[0]?.former ?? '0');
    return copy.rowCount;
  } catch (error) {
    if (source.failure !== null) throw source.failure.error;
    throw named(error);
  }
}

/** Sets the statement timeout of this transaction. */
async function limit(client: ClientBase, timeout: string): Promise<void> {
  await client.query(`SELECT set_config('statement_timeout', $1, true)`, [timeout]);
}

/** Failure of the rows, to distinguish it from failures of the database. */
interface Source {
  failure: { readonly error: unknown } | null;
}

async function* chunksOf(rows: CopyRows, source: Source): AsyncGenerator<string | Uint8Array> {
  let chunk = '';
  // An error while a chunk is being sent is thrown into this generator too, and is not a failure of the rows.
  let isReading = true;
  try {
    for await (const row of rows) {
      const isText = typeof row === 'string';
      if (isText) chunk += row;
      if (isText && chunk.length < CHUNK_LENGTH) continue;
      isReading = false;
      if (chunk !== '') yield chunk;
      if (!isText) yield row;
      isReading = true;
      chunk = '';
    }
  } catch (error) {
    if (!isReading) throw error;
    source.failure = { error };
    // This message goes to the log of the server, which must not contain data from the rows.
    throw new Error('The rows ended early');
  }
  if (chunk !== '') yield chunk;
}

/** A row of COPY's text format; null for NULL. */
export function copyLine(values: readonly (string | number | bigint | null)[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(value: string | number | bigint | null): string {
  if (value === null) return '\\N';
  return typeof value === 'string'
    ? value.replace(/[\\\b\f\n\r\t\v]/g, (special) => ESCAPES[special] ?? '')
    : `${value}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
