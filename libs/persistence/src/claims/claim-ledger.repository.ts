import { type FollowedDistributor, type LedgerPage, type LedgerPosition, ledgerTerms } from '@droptrack/distributors';
import type { VestingSchedule } from '@droptrack/eligibility';
import { epochMs, instant } from '../clock/instants';
import { runPrepared, type Sql } from '../database/database';

/** A wallet to look up in the ledger of a distributor. */
export interface ClaimLookUp {
  readonly distributor: FollowedDistributor;
  /** Key of the wallet, 20 bytes. */
  readonly wallet: Uint8Array;
}

/** Claims of a wallet in a ledger, and how far the ledger is. Times in milliseconds since the epoch. */
export interface FoundClaims {
  readonly block: number;
  readonly blockAtMs: number;
  readonly head: number;
  readonly headAtMs: number;
  readonly readAtMs: number;
  readonly vesting: VestingSchedule | null;
  /** In the order of the chain; amounts and indexes as exact decimal strings. */
  readonly claims: readonly {
    readonly amount: string;
    readonly index: string | null;
    readonly atMs: number;
    readonly transaction: string;
  }[];
}

type FoundLedger = Omit<FoundClaims, 'claims'> & { readonly claims: FoundClaims['claims'][number][] };

/** Row of a look-up: one per claim, and one without a claim for a ledger that has none of the wallet. */
type FoundRow = Omit<FoundClaims, 'claims'> & { readonly ordinal: number } & (
    | FoundClaims['claims'][number]
    | { readonly amount: null; readonly index: null; readonly atMs: null; readonly transaction: null }
  );

/** Position of a stored ledger, and when it was read last, milliseconds since the epoch. */
export type StoredPosition = LedgerPosition & { readonly readAtMs: number };

/** Rows deleted per step: some 100 ms. */
const DELETED_AT_ONCE = 20_000;
/** Time for which a retired ledger is kept for those who read it, in milliseconds. */
const RETIRED_MS = 10 * 60_000;

/** Writes and reads the ledgers of distributors. */
export class ClaimLedgerRepository {
  constructor(private readonly sql: Sql) {}

  /** Positions of the ledgers of a drop, by the name of the list that each pays. */
  async positions(dropId: string): Promise<ReadonlyMap<string, StoredPosition>> {
    const rows = await this.sql.query<StoredPosition & { readonly list: string }>(
      `SELECT list, contract, terms, first_block::float8 AS "firstBlock", block::float8 AS block,
              '0x' || encode(block_hash, 'hex') AS "blockHash", ${epochMs('read_at')} AS "readAtMs"
       FROM claim_ledgers WHERE drop_id = $1 AND retired_at IS NULL`,
      [dropId],
    );
    return new Map(rows.map(({ list, ...position }) => [list, position]));
  }

  /**
   * Claims of wallets, each in the ledger of a distributor, by look-up; null for a distributor without a ledger.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async find(lookUps: readonly ClaimLookUp[]): Promise<(FoundClaims | null)[]> {
    const distributors = lookUps.map(({ distributor }) => distributor);
    const rows = await runPrepared<FoundRow>(this.sql, 'find_claims', FIND, [
      distributors.map(({ dropId }) => dropId),
      distributors.map(({ list }) => list),
      distributors.map(({ contract }) => contract),
      distributors.map(ledgerTerms),
      lookUps.map(({ wallet }) => Buffer.from(wallet)),
    ]);
    const found: (FoundLedger | null)[] = lookUps.map(() => null);
    for (const { ordinal, amount, index, atMs, transaction, ...ledger } of rows) {
      const known = (found[ordinal - 1] ??= { ...ledger, claims: [] });
      if (amount !== null) known.claims.push({ amount, index, atMs, transaction });
    }
    return found;
  }

  /**
   * Adds a page to its ledger, in the transaction of the caller. A restart retires the stored ledger, whose claims are deleted
   * later, as there can be millions of them.
   *
   * @returns false, with nothing written, if the ledger has another position than when the page was read.
   */
  async add(page: LedgerPage, readAtMs: number): Promise<boolean> {
    const isMoved = page.stored !== null && !page.isRestart;
    if (page.stored !== null && page.isRestart && !(await this.#retire(page, readAtMs))) return false;
    const ledgerId = await (isMoved ? this.#move(page, readAtMs) : this.#insert(page, readAtMs));
    if (ledgerId === null) return false;
    if (page.claims.length > 0) await this.sql.query(ADD_CLAIMS, claimValues(ledgerId, page));
    return true;
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

  async #insert(page: LedgerPage, readAtMs: number): Promise<number | null> {
    const { dropId, list, contract, terms } = page;
    const [row] = await this.sql.query<{ readonly id: number }>(INSERT_LEDGER, [
      ...[dropId, list, contract, terms, page.firstBlock],
      ...endOf(page, readAtMs),
      page.vesting ? JSON.stringify(page.vesting) : null,
    ]);
    return row?.id ?? null;
  }

  async #move(page: LedgerPage, readAtMs: number): Promise<number | null> {
    const [row] = await this.sql.query<{ readonly id: number }>(MOVE_LEDGER, [
      ...positionOf(page),
      ...endOf(page, readAtMs),
    ]);
    return row?.id ?? null;
  }

  async #retire(page: LedgerPage, nowMs: number): Promise<boolean> {
    const rows = await this.sql.query(RETIRE_LEDGER, [...positionOf(page), nowMs]);
    return rows.length === 1;
  }
}

const FIND = `
  SELECT n.ordinal::int AS ordinal, l.block::float8 AS block, ${epochMs('l.block_at')} AS "blockAtMs", l.head::float8 AS head,
         ${epochMs('l.head_at')} AS "headAtMs", ${epochMs('l.read_at')} AS "readAtMs", l.vesting, c.amount::text AS amount,
         c.index::text AS index, ${epochMs('c.at')} AS "atMs", '0x' || encode(c.transaction, 'hex') AS transaction
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[]) WITH ORDINALITY
    AS n (drop_id, list, contract, terms, wallet, ordinal)
  JOIN claim_ledgers AS l
    ON l.drop_id = n.drop_id AND l.list = n.list AND l.contract = n.contract AND l.terms = n.terms AND l.retired_at IS NULL
  LEFT JOIN claims AS c ON c.ledger_id = l.id AND c.wallet = n.wallet
  ORDER BY n.ordinal, c.block, c.log_index`;

/** Values of the end of a page. */
const endOf = ({ block, blockHash, blockAtMs, head, headAtMs }: LedgerPage, readAtMs: number): unknown[] => [
  ...[block, bytesOf(blockHash), blockAtMs, head, headAtMs, readAtMs],
];

/** Values of a ledger at the position that a page expects. */
const positionOf = ({ dropId, list, stored }: LedgerPage): unknown[] => [
  ...[dropId, list, stored?.contract, stored?.terms, stored?.block, bytesOf(stored?.blockHash ?? '0x')],
];

const AT_POSITION = `
  drop_id = $1 AND list = $2 AND contract = $3 AND terms = $4 AND block = $5 AND block_hash = $6 AND retired_at IS NULL`;

const INSERT_LEDGER = `
  INSERT INTO claim_ledgers (drop_id, list, contract, terms, first_block, block, block_hash, block_at, head, head_at, read_at, vesting)
  VALUES ($1, $2, $3, $4, $5, $6, $7, ${instant('$8')}, $9, ${instant('$10')}, ${instant('$11')}, $12)
  ON CONFLICT (drop_id, list) WHERE retired_at IS NULL DO NOTHING RETURNING id`;

const MOVE_LEDGER = `
  UPDATE claim_ledgers
  SET block = $7, block_hash = $8, block_at = ${instant('$9')}, head = $10, head_at = ${instant('$11')}, read_at = ${instant('$12')}
  WHERE ${AT_POSITION} RETURNING id`;

const RETIRE_LEDGER = `UPDATE claim_ledgers SET retired_at = ${instant('$7')} WHERE ${AT_POSITION} RETURNING id`;

/** The sums of an hour grow with its claims; the wallets that had none before are counted in the hour of their first one. */
const ADD_CLAIMS = `
  WITH page AS (
    SELECT block, log_index, wallet, amount, index, recipient, transaction, ${instant('at_ms')} AS at
    FROM unnest($2::bigint[], $3::int[], $4::bytea[], $5::numeric[], $6::numeric[], $7::bytea[], $8::bytea[], $9::float8[])
      AS p (block, log_index, wallet, amount, index, recipient, transaction, at_ms)
  ), added AS (
    INSERT INTO claims (ledger_id, block, log_index, wallet, amount, index, recipient, transaction, at)
    SELECT $1, block, log_index, wallet, amount, index, recipient, transaction, at FROM page
    ON CONFLICT DO NOTHING
    RETURNING wallet, amount, at
  ), firsts AS (
    SELECT date_trunc('hour', min(at), 'UTC') AS hour FROM added
    WHERE NOT EXISTS (SELECT FROM claims AS c WHERE c.ledger_id = $1 AND c.wallet = added.wallet)
    GROUP BY wallet
  ), wallets AS (SELECT hour, count(*) AS wallets FROM firsts GROUP BY hour),
  hours AS (
    SELECT date_trunc('hour', at, 'UTC') AS hour, count(*) AS claims, sum(amount) AS amount FROM added GROUP BY 1
  )
  INSERT INTO claim_hours AS h (ledger_id, hour, claims, wallets, amount)
  SELECT $1, hour, claims, coalesce(wallets, 0), amount FROM hours LEFT JOIN wallets USING (hour) ORDER BY hour
  ON CONFLICT (ledger_id, hour) DO UPDATE
  SET claims = h.claims + excluded.claims, wallets = h.wallets + excluded.wallets, amount = h.amount + excluded.amount`;

function claimValues(ledgerId: number, { claims }: LedgerPage): unknown[] {
  return [
    ledgerId,
    claims.map(({ block }) => block),
    claims.map(({ logIndex }) => logIndex),
    claims.map(({ wallet }) => Buffer.from(wallet)),
    claims.map(({ amount }) => String(amount)),
    claims.map(({ index }) => (index === null ? null : String(index))),
    claims.map(({ recipient }) => recipient && Buffer.from(recipient)),
    claims.map(({ transaction }) => bytesOf(transaction)),
    claims.map(({ atMs }) => atMs),
  ];
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
