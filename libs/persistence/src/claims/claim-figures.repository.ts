import type { Sql } from '../database/database';

/** Ledger of a followed distributor. Times in milliseconds since the epoch. */
export interface StoredLedger {
  readonly id: number;
  /** CAIP-10. */
  readonly contract: string;
  readonly firstBlock: number;
  readonly block: number;
  readonly blockHash: string;
  readonly blockAtMs: number;
  readonly head: number;
  readonly headAtMs: number;
}

/** Claims of an hour, over several ledgers. */
export interface ClaimHour {
  /** Start of the UTC hour, milliseconds since the epoch. */
  readonly hourMs: number;
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
  readonly atMs: number;
}

const epochMs = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::float8`;

/** Figures of the claims of distributors. */
export class ClaimFiguresRepository {
  constructor(private readonly sql: Sql) {}

  /** Ledgers of contracts, CAIP-10; those of contracts that are not followed are absent. */
  ledgers(contracts: readonly string[]): Promise<StoredLedger[]> {
    return this.sql.query(
      `SELECT id, contract, first_block::float8 AS "firstBlock", block::float8 AS block, encode(block_hash, 'hex') AS "blockHash",
              ${epochMs('block_at')} AS "blockAtMs", head::float8 AS head, ${epochMs('head_at')} AS "headAtMs"
       FROM claim_ledgers WHERE contract = ANY ($1)`,
      [contracts],
    );
  }

  /** Hours with claims in any of the ledgers, ascending. */
  hours(ledgerIds: readonly number[]): Promise<ClaimHour[]> {
    return this.sql.query(
      `SELECT ${epochMs('hour')} AS "hourMs", sum(claims)::float8 AS claims, sum(wallets)::float8 AS wallets, sum(amount)::text AS amount
       FROM claim_hours WHERE ledger_id = ANY ($1) GROUP BY hour ORDER BY hour`,
      [ledgerIds],
    );
  }

  /** Largest claims of the ledgers, the largest first, the earliest of equal ones. */
  largest(ledgerIds: readonly number[], limit: number): Promise<StoredLargeClaim[]> {
    return this.sql.query(
      `SELECT large.amount::text AS amount, ${epochMs('large.at')} AS "atMs"
       FROM unnest($1::int[]) AS ledger (id) CROSS JOIN LATERAL (
         SELECT amount, at FROM claims WHERE ledger_id = ledger.id ORDER BY amount DESC, at LIMIT $2
       ) AS large
       ORDER BY large.amount DESC, large.at LIMIT $2`,
      [ledgerIds, limit],
    );
  }
}
