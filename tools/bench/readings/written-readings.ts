import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BenchContext } from '../bench-context';

/** The same readings as a person has them, and as COPY takes them. */
export interface WrittenReadings {
  /** CSV or NDJSON. */
  readonly file: string;
  /** COPY's text format, with all columns of the table. */
  readonly copyFile: string;
}

/** `key`: drop by drop and signal by signal, as CSV. `time`: hour by hour, as NDJSON. */
export type Order = 'key' | 'time';

const SIGNALS = [
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
const ROWS_A_PIECE = 500;

/** Writes hourly readings of all signals of some drops, in one of two orders. */
export async function writeReadings(
  { scratch }: BenchContext,
  drops: readonly string[],
  count: number,
  untilMs: number,
  order: Order,
): Promise<WrittenReadings> {
  const perHour = drops.length * SIGNALS.length;
  const hours = Math.floor(count / perHour);
  const file = join(scratch, `readings-by-${order}.${order === 'key' ? 'csv' : 'ndjson'}`);
  const copyFile = join(scratch, `readings-by-${order}.copy`);
  const rows = (): Generator<Row> => (order === 'key' ? byKey(drops, hours, untilMs) : byTime(drops, hours, untilMs));
  const header = order === 'key' ? 'drop,signal,observed_at,value,source\n' : '';
  await write(file, header, rows(), order === 'key' ? csvOf : ndjsonOf);
  await write(copyFile, '', rows(), (row) => `${row.join('\t')}\t${row[2]}\n`);
  return { file, copyFile };
}

/** Drop, signal, instant, value, source. */
type Row = readonly [string, string, string, number, string];

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

const csvOf = (row: Row): string => `${row.join(',')}\n`;
const ndjsonOf = ([drop, signal, observed_at, value, source]: Row): string =>
  `${JSON.stringify({ drop, signal, observed_at, value, source })}\n`;

async function write(file: string, header: string, rows: Iterable<Row>, textOf: (row: Row) => string): Promise<void> {
  function* pieces(): Generator<string> {
    let piece = header;
    let held = 0;
    for (const row of rows) {
      piece += textOf(row);
      held += 1;
      if (held < ROWS_A_PIECE) continue;
      yield piece;
      [piece, held] = ['', 0];
    }
    yield piece;
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file));
}
