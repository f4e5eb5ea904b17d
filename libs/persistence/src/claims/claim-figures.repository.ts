import type { ClaimsEnd, DropDefinition } from '@droptrack/catalogue';
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

/** Claims of ledgers, up to the block of each. */
export interface StoredClaims {
  readonly ledgers: readonly StoredLedger[];
  /** Hours with claims in any of them, ascending; first the claims of unknown times. */
  readonly hours: readonly ClaimHour[];
  readonly largest: readonly StoredLargeClaim[];
}

/** Claims of the lists of a drop together. */
export interface ClaimProgress {
  readonly share: number;
  /** Tokens that were not claimed, in base units, an exact decimal string. */
  readonly left: string;
  /** Time of the block as of which it is, milliseconds since the epoch. */
  readonly atMs: number;
  readonly definition: DropDefinition;
  /** Stored observations of the drop by their kind; null without any. */
  readonly observed: { readonly claimed_share?: number; readonly claims_end?: ClaimsEnd } | null;
}

/** Figures of the claims of distributors. */
export class ClaimFiguresRepository {
  constructor(private readonly sql: Sql) {}

  /** Ledgers of a drop, also those of distributors that are no longer followed. */
  ledgers(dropId: string): Promise<StoredLedger[]> {
    return this.sql.query(`SELECT ${LEDGER} FROM claim_ledgers WHERE drop_id = $1 AND retired_at IS NULL`, [dropId]);
  }

  /** Claims of the lists of a drop. Null unless every ledger is up to date, and the list of each is active as a whole. */
  async progress(dropId: string, blocksMax: number): Promise<ClaimProgress | null> {
    const [row] = await this.sql.query<ClaimProgress>(
      `SELECT (sum(claimed.amount) / sum(list.total))::float8 AS share, greatest(sum(list.total) - sum(claimed.amount), 0)::text AS left,
              ${epochMs('min(ledger.block_at)')} AS "atMs", (SELECT definition FROM drops WHERE id = $1) AS definition,
              (SELECT jsonb_object_agg(kind, value) FROM observations WHERE drop_id = $1) AS observed
       FROM claim_ledgers AS ledger
       CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM claim_hours WHERE ledger_id = ledger.id) AS claimed
       LEFT JOIN lists AS list ON list.drop_id = ledger.drop_id AND list.kind = 'allocation' AND list.name = ledger.list
         AND list.in_force AND NOT list.part AND list.left_out IS NULL
       WHERE ledger.drop_id = $1 AND ledger.retired_at IS NULL
       HAVING bool_and(list.id IS NOT NULL AND ledger.head - ledger.block <= $2) AND sum(list.total) > 0`,
      [dropId, blocksMax],
    );
    return row ?? null;
  }

  /**
   * Claims of ledgers, all of one snapshot: a worker may add others at any time.
   *
   * @param largestMax - number of large claims, the largest first, the earliest of equal ones.
   */
  async claims(ledgerIds: readonly number[], largestMax: number): Promise<StoredClaims> {
    const [row] = await this.sql.query<StoredClaims>(CLAIMS, [ledgerIds, largestMax]);
    return row ?? { ledgers: [], hours: [], largest: [] };
  }
}

const LEDGER = `
  id, list, contract, terms, first_block::float8 AS "firstBlock", block::float8 AS block, encode(block_hash, 'hex') AS "blockHash",
  ${epochMs('block_at')} AS "blockAtMs", head::float8 AS head, ${epochMs('head_at')} AS "headAtMs", ${epochMs('read_at')} AS "readAtMs"`;

/** Rows of a query as one value, in their order. */
const arrayOf = (query: string): string => `(SELECT coalesce(json_agg(item), '[]') FROM (${query}) AS item)`;

const CLAIMS = `
  SELECT ${arrayOf(`SELECT ${LEDGER} FROM claim_ledgers WHERE id = ANY ($1::int[])`)} AS ledgers,
         ${arrayOf(`
           SELECT ${knownEpochMs('hour')} AS "hourMs", sum(claims)::float8 AS claims, sum(wallets)::float8 AS wallets, sum(amount)::text AS amount
           FROM claim_hours WHERE ledger_id = ANY ($1::int[]) GROUP BY hour ORDER BY hour`)} AS hours,
         ${arrayOf(`
           SELECT large.amount::text AS amount, ${knownEpochMs('large.at')} AS "atMs"
           FROM unnest($1::int[]) AS ledger (id) CROSS JOIN LATERAL (
             SELECT amount, at FROM claims WHERE ledger_id = ledger.id ORDER BY amount DESC, at LIMIT $2
           ) AS large
           ORDER BY large.amount DESC, large.at LIMIT $2`)} AS largest`;
