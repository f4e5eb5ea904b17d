import type { LedgerPosition } from '@droptrack/distributors';
import type { VestingSchedule } from '@droptrack/eligibility';
import { epochMs, instant, knownEpochMs } from '../clock/instants';
import { runPrepared, type Sql } from '../database/database';

/** Ledger of a followed distributor, and how far it is. Times in milliseconds since the epoch. */
export interface StoredLedger extends StoredPosition {
  readonly id: number;
  /** Empty for the unnamed list. */
  readonly list: string;
  readonly head: number;
  readonly headAtMs: number;
}

/** SQL: list and columns of a {@link StoredPosition}. */
const POSITION_COLUMNS = `
  list, contract, terms, first_block::float8 AS "firstBlock", block::float8 AS block, '0x' || encode(block_hash, 'hex') AS "blockHash",
  ${epochMs('block_at')} AS "blockAtMs", ${epochMs('read_at')} AS "readAtMs"`;

/** SQL: columns of a {@link StoredLedger}. */
export const LEDGER_COLUMNS = `id, ${POSITION_COLUMNS}, head::float8 AS head, ${epochMs('head_at')} AS "headAtMs"`;

/** Ledger with what a check of a wallet needs. */
export interface CurrentLedger extends StoredLedger {
  readonly dropId: string;
  readonly vesting: VestingSchedule | null;
}

/** A wallet to look up in a ledger. */
export interface ClaimLookUp {
  readonly ledger: Pick<CurrentLedger, 'id' | 'block'>;
  /** Key of the wallet, 20 bytes; 32 on Solana. */
  readonly wallet: Uint8Array;
}

/** Claim of a wallet; amount and index as exact decimal strings. */
export interface FoundClaim {
  readonly amount: string;
  readonly index: string | null;
  /** Milliseconds since the epoch; null while unknown, as the transaction. */
  readonly atMs: number | null;
  readonly transaction: string | null;
}

/** Position of a stored ledger, and when it was read last, milliseconds since the epoch. */
export type StoredPosition = LedgerPosition & { readonly readAtMs: number };

/** Rows deleted per step: some 100 ms. */
const DELETED_AT_ONCE = 20_000;
/** Time for which a retired ledger is kept for those who read it, in milliseconds. */
const RETIRED_MS = 10 * 60_000;

/** Reads the ledgers of distributors, and deletes retired ones. Pages are added by {@link addLedgerPage}. */
export class ClaimLedgerRepository {
  constructor(private readonly sql: Sql) {}

  /** Positions of the ledgers of a drop, by the name of the list that each pays. */
  async positions(dropId: string): Promise<ReadonlyMap<string, StoredPosition>> {
    const rows = await this.sql.query<StoredPosition & { readonly list: string }>(
      `SELECT ${POSITION_COLUMNS} FROM claim_ledgers WHERE drop_id = $1 AND retired_at IS NULL`,
      [dropId],
    );
    return new Map(rows.map(({ list, ...position }) => [list, position]));
  }

  /** Ledgers of drops that are not archived, by contract. */
  current(): Promise<CurrentLedger[]> {
    return this.sql.query(
      `SELECT ${LEDGER_COLUMNS}, drop_id AS "dropId", vesting FROM claim_ledgers
       WHERE retired_at IS NULL AND EXISTS (SELECT FROM drops WHERE drops.id = drop_id AND archived_at IS NULL)
       ORDER BY contract`,
    );
  }

  /**
   * Claims of wallets up to the blocks of ledgers, by look-up, each in the order of the chain. A ledger may have been retired for
   * up to ten minutes.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async claimsOf(lookUps: readonly ClaimLookUp[]): Promise<FoundClaim[][]> {
    const rows = await runPrepared<FoundClaim & { readonly ordinal: number }>(this.sql, 'claims_of', CLAIMS_OF, [
      lookUps.map(({ ledger }) => ledger.id),
      lookUps.map(({ ledger }) => ledger.block),
      lookUps.map(({ wallet }) => Buffer.from(wallet)),
    ]);
    const found = lookUps.map((): FoundClaim[] => []);
    for (const { ordinal, ...claim } of rows) found[ordinal - 1]?.push(claim);
    return found;
  }

  /** Deletes some claims of retired ledgers, and the ledgers without any. @returns deleted claims; 0 once none is left. */
  async deleteRetired(nowMs: number): Promise<number> {
    const [ledger] = await this.sql.query<{ readonly id: number }>(
      `SELECT id FROM claim_ledgers WHERE retired_at <= ${instant('$1')} ORDER BY retired_at LIMIT 1`,
      [nowMs - RETIRED_MS],
    );
    if (ledger === undefined) return 0;
    const deleted = await this.sql.query(
      `DELETE FROM claims WHERE ctid = ANY (ARRAY(SELECT ctid FROM claims WHERE ledger_id = $1 LIMIT $2)) RETURNING 1`,
      [ledger.id, DELETED_AT_ONCE],
    );
    if (deleted.length === DELETED_AT_ONCE) return deleted.length;
    await this.sql.query('DELETE FROM claim_hours WHERE ledger_id = $1', [ledger.id]);
    await this.sql.query(
      'DELETE FROM claim_ledgers WHERE id = $1 AND NOT EXISTS (SELECT FROM claims WHERE ledger_id = $1)',
      [ledger.id],
    );
    return Math.max(1, deleted.length);
  }
}

const CLAIMS_OF = `
  SELECT n.ordinal::int AS ordinal, c.amount::text AS amount, c.index::text AS index, ${knownEpochMs('c.at')} AS "atMs",
         '0x' || encode(c.transaction, 'hex') AS transaction
  FROM unnest($1::int[], $2::bigint[], $3::bytea[]) WITH ORDINALITY AS n (ledger_id, block, wallet, ordinal)
  JOIN claims AS c ON c.ledger_id = n.ledger_id AND c.wallet = n.wallet AND c.block <= n.block
  ORDER BY n.ordinal, c.block, c.log_index`;
