import { type AmountQuantile, ownTokenOf, quantileOf, type TokenFigures } from '@droptrack/catalogue';
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
  /** Quantiles of the amounts, ascending; empty without a wallet. */
  readonly quantiles: readonly AmountQuantile[];
  /** Figures by token, for a list that states the token of each amount; then `total` is 0 unless one of them is that of the drop. */
  readonly tokens?: readonly TokenFigures[];
}

/** Figures that the caller or the files declare; null when they do not. */
export interface ExpectedFigures {
  /** Base units. */
  readonly total: bigint | null;
  readonly wallets: number | null;
}

/** Figures of a token in a list of several. */
export async function readTokenFigures(sql: Sql, ownToken: string | null): Promise<ListFigures> {
  const [{ wallets } = { wallets: 0 }] = await sql.query<{ wallets: number }>(
    'SELECT count(DISTINCT wallet)::float8 AS wallets FROM list_stage',
  );
  const tokens = await sql.query<TokenFigures>(
    `SELECT token, count(DISTINCT wallet)::float8 AS wallets, sum(amount)::text AS total
     FROM list_stage GROUP BY token ORDER BY token LIMIT ${LIST_TOKENS_MAX + 1}`,
  );
  if (tokens.length > LIST_TOKENS_MAX) rejectList(`it has more than ${LIST_TOKENS_MAX} tokens`);
  if (tokens.some(({ total }) => BigInt(total) > TOTAL_MAX))
    rejectList('a total is above 2^256 - 1, the maximum of a token');
  const own = ownTokenOf(
    tokens.map(({ token }) => token),
    ownToken,
  );
  const total = tokens.find(({ token }) => token === own)?.total ?? '0';
  return { wallets, total, spread: null, quantiles: [], tokens };
}

/** Shares of the wallets at which the amounts are stored; those of the spread are among them. */
const SHARES = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1] as const;

/** Maximum number of tokens of a list. */
const LIST_TOKENS_MAX = 1_000;
/** Largest amount of a token contract. */
const TOTAL_MAX = 2n ** 256n - 1n;

/** Staged rows by wallet. */
const BY_WALLET = `(
  SELECT sum(amount) AS amount, sum(amount)::double precision AS size FROM list_stage GROUP BY wallet
) AS stage`;

/**
 * Computes the figures of `list_stage` in one scan.
 *
 * @param hasEntries - wallets can have several rows, whose amounts are summed.
 * @throws {ListRejectedError} when the total exceeds 2^256 - 1.
 */
export async function readFigures(sql: Sql, hasEntries: boolean): Promise<ListFigures> {
  const [row] = await sql.query<{ wallets: number; total: string; least: number; mean: number; amounts: number[] }>(
    `SELECT count(*)::float8 AS wallets, sum(amount)::text AS total, min(size) AS least,
            avg(amount)::float8 AS mean,
            percentile_cont($1::float8[]) WITHIN GROUP (ORDER BY size) AS amounts
     FROM ${hasEntries ? BY_WALLET : 'list_stage'}`,
    [SHARES],
  );
  // Without a row, all aggregates but the count are null.
  if (row === undefined || row.wallets === 0) return { wallets: 0, total: '0', spread: null, quantiles: [] };
  const { wallets, total, least, mean, amounts } = row;
  if (BigInt(total) > TOTAL_MAX) rejectList('its total is above 2^256 - 1, the maximum of a token');
  const at = (share: (typeof SHARES)[number]): number => amounts[SHARES.indexOf(share)] ?? 0;
  const spread = least === 0 ? null : { median: at(0.5), mean, q10: at(0.1), q90: at(0.9) };
  return { wallets, total, spread, quantiles: SHARES.map((share) => quantileOf(share, at(share))) };
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
