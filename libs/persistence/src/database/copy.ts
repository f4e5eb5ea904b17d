import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { named } from './errors';

/** Characters that are sent at once: a packet for each row would cost more than the row. */
const CHUNK_LENGTH = 65_536;
/** Longer than other statements may take: the rows are read from a file on the way. */
const TIMEOUT_MS = 600_000;
/** What the server has beyond it to say so itself. */
const ANSWER_MS = 5_000;

/** Rows in COPY's text format, one or several in a text, each with the line feed that ends it. */
export type CopyRows = Iterable<string> | AsyncIterable<string>;

/**
 * Sends rows to the database as one statement, as fast as it takes them and no faster.
 *
 * @param client - in a transaction: what was written is taken back with it.
 * @param statement - `COPY table (columns) FROM STDIN`.
 * @param timeoutMs - for all of it, the reading of the rows included; ten minutes when not given.
 * @returns how many rows were written.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError} and what `rows` throws, as it is.
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
    // The driver ends a statement by itself when the server does not answer at all, unless told to wait longer.
    const copy = client.query(Object.assign(from(statement), { query_timeout: timeoutMs + ANSWER_MS }));
    await pipeline(Readable.from(chunksOf(rows, source)), copy);
    await limit(client, settings[0]?.former ?? '0');
    return copy.rowCount;
  } catch (error) {
    if (source.failure !== null) throw source.failure.error;
    throw named(error);
  }
}

/** For the statements of this transaction. */
async function limit(client: ClientBase, timeout: string): Promise<void> {
  await client.query(`SELECT set_config('statement_timeout', $1, true)`, [timeout]);
}

/** Where the rows come from: what went wrong there is not the database's fault. */
interface Source {
  failure: { readonly error: unknown } | null;
}

async function* chunksOf(rows: CopyRows, source: Source): AsyncGenerator<string> {
  let chunk = '';
  // What breaks while a chunk is on its way is thrown in here as well, and is not the rows' fault.
  let isReading = true;
  try {
    for await (const row of rows) {
      chunk += row;
      if (chunk.length < CHUNK_LENGTH) continue;
      isReading = false;
      yield chunk;
      isReading = true;
      chunk = '';
    }
  } catch (error) {
    if (!isReading) throw error;
    source.failure = { error };
    // It goes to the server's log: the rows' own error may tell more than that log should hold.
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
