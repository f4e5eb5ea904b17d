import {
  type ClaimedValue,
  type ClaimsEnd,
  type DropDefinition,
  priceHours,
  type LoggedPrice,
  type PricedHour,
} from '@droptrack/catalogue';
import { type FollowedDistributor, ledgerTerms } from '@droptrack/distributors';
import { epochMs, knownEpochMs } from '../clock/instants';
import type { Sql } from '../database/database';
import { LEDGER_COLUMNS, type StoredLedger } from './claim-ledger.repository';

/** Claims of an hour, over several ledgers. */
export interface ClaimHour extends PricedHour {
  /** Start of the UTC hour, milliseconds since the epoch; null for the claims of unknown times. */
  readonly hourMs: number | null;
  readonly claims: number;
  /** Wallets whose first claim is in it. */
  readonly wallets: number;
}

/** A claim without its wallet. */
export interface StoredLargeClaim {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Null while unknown. */
  readonly atMs: number | null;
}

/** Claims of ledgers, up to the block of each. */
export interface StoredClaims {
  readonly ledgers: readonly StoredLedger[];
  /** Hours with claims in any of them, ascending; first the claims of unknown times. */
  readonly hours: readonly ClaimHour[];
  readonly largest: readonly StoredLargeClaim[];
}

/** A drop whose claims are followed. */
export interface FollowedDrop {
  readonly definition: DropDefinition;
  /** Stored observations of the drop by their kind; null without any. */
  readonly observed: Readonly<{ claimed_share?: number; claimed_value?: ClaimedValue; claims_end?: ClaimsEnd }> | null;
}

/** Claims of the lists of a drop together. */
export interface ClaimProgress {
  readonly share: number;
  /** Tokens that were not claimed before the end, in base units, an exact decimal string; null with claims of unknown times. */
  readonly left: string | null;
  /** Time of the block as of which it is, milliseconds since the epoch. */
  readonly atMs: number;
  readonly ledgerIds: readonly number[];
}

/** Figures of the claims of distributors. */
export class ClaimFiguresRepository {
  constructor(private readonly sql: Sql) {}

  /** Ledgers of a drop, also those of distributors that are no longer followed. */
  ledgers(dropId: string): Promise<StoredLedger[]> {
    return this.sql.query(`SELECT ${LEDGER_COLUMNS} FROM claim_ledgers WHERE drop_id = $1 AND retired_at IS NULL`, [
      dropId,
    ]);
  }

  /** Null for a drop that does not exist. */
  async drop(dropId: string): Promise<FollowedDrop | null> {
    const [row] = await this.sql.query<FollowedDrop>(
      `SELECT definition, (SELECT jsonb_object_agg(kind, value) FROM observations WHERE drop_id = id) AS observed
       FROM drops WHERE id = $1`,
      [dropId],
    );
    return row ?? null;
  }

  /**
   * Claims of the lists that distributors pay. Null unless each distributor has a ledger, which is up to date, and its list is
   * active as a whole.
   *
   * @param distributors - all those of the drop that are followed.
   * @param endsAt - RFC 3339; the hour of the end counts as before it.
   */
  async progress(
    distributors: readonly FollowedDistributor[],
    { endsAt, blocksMax }: { readonly endsAt: string | null; readonly blocksMax: number },
  ): Promise<ClaimProgress | null> {
    const [row] = await this.sql.query<ClaimProgress>(PROGRESS, [
      distributors.map(({ dropId }) => dropId),
      distributors.map(({ list }) => list),
      distributors.map(({ contract }) => contract),
      distributors.map(ledgerTerms),
      ...[endsAt, blocksMax],
    ]);
    return row ?? null;
  }

  /**
   * Claims of ledgers, all of one snapshot: a worker may add others at any time.
   *
   * @param ledgerIds - of one drop.
   * @param largestMax - number of large claims, the largest first, the earliest of equal ones.
   * @param token - CAIP-19 id of the token whose prices the hours have; null for none.
   */
  async claims(ledgerIds: readonly number[], largestMax: number, token: string | null): Promise<StoredClaims> {
    const [row] = await this.sql.query<ClaimsRow>(CLAIMS, [ledgerIds, largestMax, token]);
    const { prices, ...claims } = row ?? { ledgers: [], hours: [], largest: [], prices: [] };
    return { ...claims, hours: priceHours(claims.hours, prices) };
  }
}

interface ClaimsRow extends Omit<StoredClaims, 'hours'> {
  readonly hours: readonly Omit<ClaimHour, 'priceUsd'>[];
  readonly prices: readonly LoggedPrice[];
}

const PROGRESS = `
  SELECT array_agg(ledger.id) AS "ledgerIds", (sum(claimed.amount) / sum(list.total))::float8 AS share,
         CASE WHEN bool_or(claimed.is_untimed) THEN NULL ELSE greatest(sum(list.total) - sum(claimed.by_end), 0)::text END AS left,
         ${epochMs('min(ledger.block_at)')} AS "atMs"
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS n (drop_id, list, contract, terms)
  LEFT JOIN claim_ledgers AS ledger ON ledger.drop_id = n.drop_id AND ledger.list = n.list AND ledger.contract = n.contract
    AND ledger.terms = n.terms AND ledger.retired_at IS NULL
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(amount) FILTER (WHERE hour < coalesce($5::timestamptz, 'infinity')), 0) AS by_end,
           coalesce(bool_or(hour = '-infinity'), false) AS is_untimed
    FROM claim_hours WHERE ledger_id = ledger.id
  ) AS claimed
  LEFT JOIN lists AS list ON list.drop_id = n.drop_id AND list.kind = 'allocation' AND list.name = n.list
    AND list.in_force AND NOT list.part AND list.left_out IS NULL
  HAVING bool_and(ledger.id IS NOT NULL AND list.id IS NOT NULL AND ledger.head - ledger.block <= $6) AND sum(list.total) > 0`;

/** Rows of a query as one value, in their order. */
const arrayOf = (query: string): string => `(SELECT coalesce(json_agg(item), '[]') FROM (${query}) AS item)`;

/** The observed prices that the hours can have: an earlier one has expired by then. Later revisions repeat a price. */
const PRICES = `
  SELECT DISTINCT ON (price ->> 'observed_at') "recordedAtMs", price FROM (
    SELECT seq, ${epochMs('recorded_at')} AS "recordedAtMs", (body -> 'price_usd') - '{url,token}'::text[] AS price
    FROM revisions
    WHERE entity = 'market' AND id = (SELECT min(drop_id) FROM claim_ledgers WHERE id = ANY ($1::int[]))
      AND recorded_at >= (SELECT min(hour) FROM claim_hours WHERE ledger_id = ANY ($1::int[]) AND hour > '-infinity') - interval '24 hours'
      AND recorded_at < (SELECT max(hour) FROM claim_hours WHERE ledger_id = ANY ($1::int[])) + interval '1 hour'
      AND body #>> '{price_usd,token}' = $3
  ) AS logged
  ORDER BY price ->> 'observed_at', seq`;

const CLAIMS = `
  SELECT ${arrayOf(`SELECT ${LEDGER_COLUMNS} FROM claim_ledgers WHERE id = ANY ($1::int[])`)} AS ledgers,
         ${arrayOf(`
           SELECT ${knownEpochMs('hour')} AS "hourMs", sum(claims)::float8 AS claims, sum(wallets)::float8 AS wallets, sum(amount)::text AS amount
           FROM claim_hours WHERE ledger_id = ANY ($1::int[]) GROUP BY hour ORDER BY hour`)} AS hours,
         ${arrayOf(`
           SELECT large.amount::text AS amount, ${knownEpochMs('large.at')} AS "atMs"
           FROM unnest($1::int[]) AS ledger (id) CROSS JOIN LATERAL (
             SELECT amount, at FROM claims WHERE ledger_id = ledger.id ORDER BY amount DESC, at LIMIT $2
           ) AS large
           ORDER BY large.amount DESC, large.at LIMIT $2`)} AS largest,
         ${arrayOf(PRICES)} AS prices`;
