import { epochMs, knownEpochMs } from '../clock/instants';
import type { Sql } from '../database/database';

/** Ledger of a followed distributor. Times in milliseconds since the epoch. */
export interface StoredLedger {
  readonly id: number;
  /** Empty for the unnamed list. */
  readonly list: string;
  /** CAIP-10. */
  readonly contract: string;
  readonly terms: string;
  readonly firstBlock: number;
  readonly block: number;
  readonly blockHash: string;
  readonly blockAtMs: number;
  readonly head: number;
  readonly headAtMs: number;
  /** When it was read last. */
  readonly readAtMs: number;
}

/** Claims of an hour, over several ledgers. */
export interface ClaimHour {
  /** Start of the UTC hour, milliseconds since the epoch; null for the claims of unknown times. */
  readonly hourMs: number | null;
  readonly claims: number;
  /** Wallets whose first claim is in it. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly amount: string;
}

/** A claim without its wallet. */
export interface StoredLargeClaim {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Null while unknown. */
  readonly atMs: number | null;
}

/** Figures of the claims of distributors. */
export class ClaimFiguresRepository {
  constructor(private readonly sql: Sql) {}

  /** Ledgers of a drop, also those of distributors that are no longer followed. */
  ledgers(dropId: string): Promise<StoredLedger[]> {
    return this.sql.query(
      `SELECT id, list, contract, terms, first_block::float8 AS "firstBlock", block::float8 AS block, encode(block_hash, 'hex') AS "blockHash",
              ${epochMs('block_at')} AS "blockAtMs", head::float8 AS head, ${epochMs('head_at')} AS "headAtMs",
              ${epochMs('read_at')} AS "readAtMs"
       FROM claim_ledgers WHERE drop_id = $1 AND retired_at IS NULL`,
      [dropId],
    );
  }

  /**
   * Share of the tokens of a drop's lists that was claimed, and the time of the block as of which it is, milliseconds since the
   * epoch. Null unless every ledger is up to date, and the list of each is active as a whole.
   */
  async claimedShare(
    dropId: string,
    blocksMax: number,
  ): Promise<{ readonly share: number; readonly atMs: number } | null> {
    const [row] = await this.sql.query<{ readonly share: number | null; readonly atMs: number | null }>(
      `SELECT (sum((SELECT coalesce(sum(amount), 0) FROM claim_hours WHERE ledger_id = ledger.id)) / nullif(sum(list.total), 0))::float8
                AS share, ${epochMs('min(ledger.block_at)')} AS "atMs"
       FROM claim_ledgers AS ledger
       LEFT JOIN lists AS list ON list.drop_id = ledger.drop_id AND list.kind = 'allocation' AND list.name = ledger.list
         AND list.in_force AND NOT list.part AND list.left_out IS NULL
       WHERE ledger.drop_id = $1 AND ledger.retired_at IS NULL
       HAVING bool_and(list.id IS NOT NULL AND ledger.head - ledger.block <= $2)`,
      [dropId, blocksMax],
    );
    const { share = null, atMs = null } = row ?? {};
    return share === null || atMs === null ? null : { share, atMs };
  }

  /** Hours with claims in any of the ledgers, ascending; first the claims of unknown times. */
  hours(ledgerIds: readonly number[]): Promise<ClaimHour[]> {
    return this.sql.query(
      `SELECT ${knownEpochMs('hour')} AS "hourMs", sum(claims)::float8 AS claims, sum(wallets)::float8 AS wallets, sum(amount)::text AS amount
       FROM claim_hours WHERE ledger_id = ANY ($1) GROUP BY hour ORDER BY hour`,
      [ledgerIds],
    );
  }

  /** Largest claims of the ledgers, the largest first, the earliest of equal ones. */
  largest(ledgerIds: readonly number[], limit: number): Promise<StoredLargeClaim[]> {
    return this.sql.query(
      `SELECT large.amount::text AS amount, ${knownEpochMs('large.at')} AS "atMs"
       FROM unnest($1::int[]) AS ledger (id) CROSS JOIN LATERAL (
         SELECT amount, at FROM claims WHERE ledger_id = ledger.id ORDER BY amount DESC, at LIMIT $2
       ) AS large
       ORDER BY large.amount DESC, large.at LIMIT $2`,
      [ledgerIds, limit],
    );
  }
}
