import { join } from 'node:path';
import { writeLines } from '../data/write-file';

/** The same readings as a file to import, and for COPY. */
export interface ReadingFiles {
  /** CSV or NDJSON. */
  readonly file: string;
  /** COPY's text format, with all columns of the table. */
  readonly copyFile: string;
}

/** `key`: by drop and signal, as CSV. `time`: by hour, as NDJSON. */
export type Order = 'key' | 'time';

export const SIGNALS = [
  'active_wallets',
  'dev_committers',
  'farcaster_authors',
  'governance_votes',
  'market_probability',
  'news_articles',
  'reddit_authors',
  'search_trend',
  'tvl_usd',
] as const;
const HOUR_MS = 3_600_000;

/** Drop, signal, instant, value, source. */
type Row = readonly [string, string, string, number, string];

/** Writes hourly readings of all signals of some drops, until `untilMs`. */
export async function writeReadings(
  scratch: string,
  drops: readonly string[],
  hours: number,
  untilMs: number,
  order: Order,
): Promise<ReadingFiles> {
  const file = join(scratch, `readings-by-${order}.${order === 'key' ? 'csv' : 'ndjson'}`);
  const copyFile = join(scratch, `readings-by-${order}.copy`);
  const rows = (): Generator<Row> => (order === 'key' ? byKey : byTime)(drops, hours, untilMs);
  await writeLines(file, order === 'key' ? csv(rows()) : ndjson(rows()));
  await writeLines(copyFile, copyText(rows()));
  return { file, copyFile };
}

function* byKey(drops: readonly string[], hours: number, untilMs: number): Generator<Row> {
  for (const drop of drops)
    for (const signal of SIGNALS)
      for (let hour = hours - 1; hour >= 0; hour -= 1) yield rowOf(drop, signal, hour, untilMs);
}

function* byTime(drops: readonly string[], hours: number, untilMs: number): Generator<Row> {
  for (let hour = hours - 1; hour >= 0; hour -= 1)
    for (const drop of drops) for (const signal of SIGNALS) yield rowOf(drop, signal, hour, untilMs);
}

function rowOf(drop: string, signal: (typeof SIGNALS)[number], hour: number, untilMs: number): Row {
  const isFraction = signal === 'market_probability' || signal === 'search_trend';
  const noise = ((Math.imul(hour * 31 + drop.length, 2_654_435_761) >>> 8) % 10_000) / 10_000;
  const value = isFraction ? noise : Math.round(1_000 * noise);
  return [drop, signal, new Date(untilMs - hour * HOUR_MS).toISOString(), value, 'bench'];
}

function* csv(rows: Iterable<Row>): Generator<string> {
  yield 'drop,signal,observed_at,value,source\n';
  for (const row of rows) yield `${row.join(',')}\n`;
}

function* ndjson(rows: Iterable<Row>): Generator<string> {
  for (const [drop, signal, observed_at, value, source] of rows)
    yield `${JSON.stringify({ drop, signal, observed_at, value, source })}\n`;
}

function* copyText(rows: Iterable<Row>): Generator<string> {
  for (const row of rows) yield `${row.join('\t')}\t${row[2]}\n`;
}
