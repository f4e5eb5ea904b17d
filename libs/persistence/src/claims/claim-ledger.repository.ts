import type { LedgerPage, LedgerPosition } from '@droptrack/distributors';
import { runPrepared, type Sql } from '../database/database';

/** A wallet to look up in the ledger of a contract. */
export interface ClaimLookUp {
  /** CAIP-10. */
  readonly contract: string;
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
  /** In the order of the chain; amounts and indexes as exact decimal strings. */
  readonly claims: readonly {
    readonly amount: string;
    readonly index: string | null;
    readonly atMs: number;
    readonly transaction: string;
  }[];
}

/** Writes and reads the ledgers of distributors. */
export class ClaimLedgerRepository {
  constructor(private readonly sql: Sql) {}

  /** Positions by contract, CAIP-10; contracts without a ledger are absent. */
  async positions(contracts: readonly string[]): Promise<ReadonlyMap<string, LedgerPosition>> {
    const rows = await this.sql.query<LedgerPosition & { readonly contract: string }>(
      `SELECT contract, ${POSITION} FROM claim_ledgers WHERE contract = ANY ($1)`,
      [contracts],
    );
    return new Map(rows.map(({ contract, ...position }) => [contract, position]));
  }

  /** Blocks that are not in a ledger when it was read last, by contract, CAIP-10. */
  async behind(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql.query<{ readonly contract: string; readonly blocks: number }>(
      'SELECT contract, (head - block)::float8 AS blocks FROM claim_ledgers',
    );
    return new Map(rows.map(({ contract, blocks }) => [contract, blocks]));
  }

  /**
   * Claims of wallets, each in the ledger of a contract, by look-up; null for a contract without a ledger.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async find(lookUps: readonly ClaimLookUp[]): Promise<(FoundClaims | null)[]> {
    const values = [lookUps.map(({ contract }) => contract), lookUps.map(({ wallet }) => Buffer.from(wallet))];
    const rows = await runPrepared<FoundClaims & { readonly ordinal: number }>(this.sql, 'find_claims', FIND, values);
    const found = new Map(rows.map(({ ordinal, ...row }) => [ordinal, row]));
    return lookUps.map((_, index) => found.get(index + 1) ?? null);
  }

  /**
   * Adds a page to its ledger, in the transaction of the caller.
   *
   * @returns false, with nothing written, if the ledger has another position than when the page was read: another follower of the
   *   same contract was faster.
   */
  async add(page: LedgerPage, readAtMs: number): Promise<boolean> {
    const ledgerId = await this.#move(page, readAtMs);
    if (ledgerId === null) return false;
    if (page.stored !== null && page.isAnew) {
      await this.sql.query('DELETE FROM claims WHERE ledger_id = $1', [ledgerId]);
      await this.sql.query('DELETE FROM claim_hours WHERE ledger_id = $1', [ledgerId]);
    }
    if (page.claims.length > 0) await this.sql.query(ADD_CLAIMS, claimValues(ledgerId, page));
    return true;
  }

  /** Moves a ledger to the end of a page. @returns its id; null if it has another position than the page expects. */
  async #move({ stored, ...page }: LedgerPage, readAtMs: number): Promise<number | null> {
    const values = [
      ...[page.contract, page.terms, page.firstBlock, page.block, bytesOf(page.blockHash), page.blockAtMs],
      ...[page.head, page.headAtMs, readAtMs, page.dropId, page.list],
    ];
    const [row] =
      stored === null
        ? await this.sql.query<{ id: number }>(INSERT_LEDGER, values)
        : await this.sql.query<{ id: number }>(MOVE_LEDGER, [
            ...values,
            stored.terms,
            stored.block,
            bytesOf(stored.blockHash),
          ]);
    return row?.id ?? null;
  }
}

const POSITION = `terms, first_block::float8 AS "firstBlock", block::float8 AS block, '0x' || encode(block_hash, 'hex') AS "blockHash"`;

const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

const epochMs = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::float8`;

const FIND = `
  SELECT n.ordinal::int AS ordinal, l.block::float8 AS block, ${epochMs('l.block_at')} AS "blockAtMs", l.head::float8 AS head,
         ${epochMs('l.head_at')} AS "headAtMs", ${epochMs('l.read_at')} AS "readAtMs", coalesce(c.claims, '[]') AS claims
  FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS n (contract, wallet, ordinal)
  JOIN claim_ledgers AS l ON l.contract = n.contract
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('amount', amount::text, 'index', index::text, 'atMs', ${epochMs('at')},
             'transaction', '0x' || encode(transaction, 'hex')) ORDER BY block, log_index) AS claims
    FROM claims WHERE ledger_id = l.id AND wallet = n.wallet
  ) AS c ON true`;

const INSERT_LEDGER = `
  INSERT INTO claim_ledgers (contract, terms, first_block, block, block_hash, block_at, head, head_at, read_at, drop_id, list)
  VALUES ($1, $2, $3, $4, $5, ${instant('$6')}, $7, ${instant('$8')}, ${instant('$9')}, $10, $11)
  ON CONFLICT (contract) DO NOTHING RETURNING id`;

const MOVE_LEDGER = `
  UPDATE claim_ledgers
  SET terms = $2, first_block = $3, block = $4, block_hash = $5, block_at = ${instant('$6')}, head = $7,
      head_at = ${instant('$8')}, read_at = ${instant('$9')}, drop_id = $10, list = $11
  WHERE contract = $1 AND terms = $12 AND block = $13 AND block_hash = $14 RETURNING id`;

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
