import { instant, knownEpochMs } from '../clock/instants';
import type { Sql } from '../database/database';

/** Claim of a wallet, and the list that its distributor pays. */
export interface StoredClaim {
  readonly ledgerId: number;
  readonly dropId: string;
  /** Empty for the unnamed list. */
  readonly list: string;
  /** CAIP-10. */
  readonly contract: string;
  readonly block: number;
  readonly logIndex: number;
  /** Milliseconds since the epoch; null while unknown, as the transaction. */
  readonly atMs: number | null;
  readonly transaction: string | null;
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** 0x and 40 hex digits in lower case; null where the event does not state it. */
  readonly recipient: string | null;
}

/** Place of a claim in the history of a wallet. */
export type ClaimPlace = Pick<StoredClaim, 'atMs' | 'ledgerId' | 'block' | 'logIndex'>;

/** Claims of single wallets over all ledgers. */
export class ClaimHistoryRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Claims of a wallet, the latest first, those of unknown times last.
   *
   * @param before - only those after it in this order; null for the beginning.
   */
  find(wallet: Uint8Array, before: ClaimPlace | null, limit: number): Promise<StoredClaim[]> {
    const { atMs, ledgerId, block, logIndex } = before ?? { atMs: Infinity, ledgerId: 0, block: 0, logIndex: 0 };
    return this.sql.query(
      `SELECT l.id AS "ledgerId", l.drop_id AS "dropId", l.list, l.contract, c.block::float8 AS block, c.log_index AS "logIndex",
              ${knownEpochMs('c.at')} AS "atMs", '0x' || encode(c.transaction, 'hex') AS transaction,
              c.amount::text AS amount, '0x' || encode(c.recipient, 'hex') AS recipient
       FROM claim_ledgers AS l JOIN claims AS c ON c.ledger_id = l.id AND c.wallet = $1
       WHERE l.retired_at IS NULL AND (c.at, l.id, c.block, c.log_index) < (${instant('$2')}, $3::int, $4::bigint, $5::int)
       ORDER BY c.at DESC, l.id DESC, c.block DESC, c.log_index DESC LIMIT $6`,
      [Buffer.from(wallet), atMs ?? -Infinity, ledgerId, block, logIndex, limit],
    );
  }
}
