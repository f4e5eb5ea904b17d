import type { PublishedAllocations } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { refuseList } from './errors';

/** What a staged list comes to. */
export interface ListFigures {
  /** Distinct ones. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  /** Null where some get nothing: it is one of ratios. */
  readonly spread: PublishedAllocations | null;
}

/** What must come out, as the caller or the list's own files say; null where nobody does. */
export interface ExpectedFigures {
  /** Base units. */
  readonly total: bigint | null;
  readonly wallets: number | null;
}

/** More than this no token can count. */
const TOTAL_MAX = 2n ** 256n - 1n;

/**
 * Reckons what `list_stage` comes to, in one pass.
 *
 * @throws {ListRefusedError} when the sum is more than a token can count.
 */
export async function readFigures(sql: Sql): Promise<ListFigures> {
  const [row] = await sql.query<{ wallets: number; total: string; least: number; mean: number; quantiles: number[] }>(
    `SELECT count(*)::float8 AS wallets, sum(amount)::text AS total, min(size) AS least,
            avg(amount)::float8 AS mean,
            percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (ORDER BY size) AS quantiles
     FROM list_stage`,
  );
  const { wallets = 0, total = '0', least = 0, mean = 0, quantiles = [] } = row ?? {};
  if (BigInt(total) > TOTAL_MAX) refuseList('its sum is above 2^256 - 1, the most a token can count');
  const [q10 = 0, median = 0, q90 = 0] = quantiles;
  return { wallets, total, spread: least === 0 ? null : { median, mean, q10, q90 } };
}

/** @throws {ListRefusedError} when something else came out than was to. */
export function assertExpected({ total, wallets }: ListFigures, expected: ExpectedFigures): void {
  if (expected.wallets !== null && wallets !== expected.wallets) {
    refuseList(`it has ${wallets} wallets, and should have ${expected.wallets}`);
  }
  if (expected.total !== null && BigInt(total) !== expected.total) {
    refuseList(`it comes to ${total} base units, and should come to ${expected.total}`);
  }
}
