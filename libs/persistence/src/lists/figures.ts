import type { PublishedAllocations } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { rejectList } from './errors';

/** Figures of a staged list. */
export interface ListFigures {
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  /** Null when an amount is 0, since the spread consists of ratios. */
  readonly spread: PublishedAllocations | null;
}

/** Figures that the caller or the files declare; null when they do not. */
export interface ExpectedFigures {
  /** Base units. */
  readonly total: bigint | null;
  readonly wallets: number | null;
}

/** Largest amount of a token contract. */
const TOTAL_MAX = 2n ** 256n - 1n;

/**
 * Computes the figures of `list_stage` in one scan.
 *
 * @throws {ListRejectedError} when the total exceeds 2^256 - 1.
 */
export async function readFigures(sql: Sql): Promise<ListFigures> {
  const [row] = await sql.query<{ wallets: number; total: string; least: number; mean: number; quantiles: number[] }>(
    `SELECT count(*)::float8 AS wallets, sum(amount)::text AS total, min(size) AS least,
            avg(amount)::float8 AS mean,
            percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (ORDER BY size) AS quantiles
     FROM list_stage`,
  );
  const { wallets = 0, total = '0', least = 0, mean = 0, quantiles = [] } = row ?? {};
  if (BigInt(total) > TOTAL_MAX) rejectList('its total is above 2^256 - 1, the maximum of a token');
  const [q10 = 0, median = 0, q90 = 0] = quantiles;
  return { wallets, total, spread: least === 0 ? null : { median, mean, q10, q90 } };
}

/** @throws {ListRejectedError} when the figures differ from the declared ones. */
export function assertExpected({ total, wallets }: ListFigures, expected: ExpectedFigures): void {
  if (expected.wallets !== null && wallets !== expected.wallets) {
    rejectList(`it has ${wallets} wallets, and should have ${expected.wallets}`);
  }
  if (expected.total !== null && BigInt(total) !== expected.total) {
    rejectList(`it comes to ${total} base units, and should come to ${expected.total}`);
  }
}
