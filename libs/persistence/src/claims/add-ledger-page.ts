import type { FollowedDistributor, LedgerPage } from '@droptrack/distributors';
import { instant } from '../clock/instants';
import type { Sql, Transaction } from '../database/database';
import { addClaims, growthOf } from './add-claims';

/**
 * Adds a page to its ledger, in the transaction of the caller. A restart retires the stored ledger, whose claims are deleted
 * later, as there can be millions of them.
 *
 * @param readAtMs - when the page was read, milliseconds since the epoch.
 * @returns false, with nothing written, if the ledger has another position than when the page was read.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function addLedgerPage(sql: Transaction, page: LedgerPage, readAtMs: number): Promise<boolean> {
  const { stored, isRestart, areTotals } = page;
  if (stored !== null && isRestart && !(await retire(sql, page, readAtMs))) return false;
  const ledgerId = await (stored !== null && !isRestart ? move(sql, page, readAtMs) : insert(sql, page, readAtMs));
  if (ledgerId === null) return false;
  const claims = areTotals === true ? await growthOf(sql, ledgerId, page.claims) : page.claims;
  if (claims.length > 0) await addClaims(sql, ledgerId, claims);
  return true;
}

async function insert(sql: Sql, page: LedgerPage, readAtMs: number): Promise<number | null> {
  const { dropId, list, contract, terms, firstBlock, vesting } = page;
  const schedule = vesting ? JSON.stringify(vesting) : null;
  const values = [dropId, list, contract, terms, firstBlock, ...endOf(page, readAtMs), schedule];
  return idOf(await sql.query<LedgerId>(INSERT, values));
}

const move = async (sql: Sql, page: LedgerPage, readAtMs: number): Promise<number | null> =>
  idOf(await sql.query<LedgerId>(MOVE, [...positionOf(page), ...endOf(page, readAtMs)]));

const retire = async (sql: Sql, page: LedgerPage, nowMs: number): Promise<boolean> =>
  (await sql.query(RETIRE, [...positionOf(page), nowMs])).length === 1;

/** Retires the ledgers of lists whose distributor a drop no longer names, or that is no longer followed. */
export async function retireUnfollowed(
  sql: Sql,
  dropId: string,
  followed: readonly FollowedDistributor[],
  nowMs: number,
): Promise<void> {
  await sql.query(
    `UPDATE claim_ledgers SET retired_at = ${instant('$3')} WHERE drop_id = $1 AND retired_at IS NULL AND list <> ALL ($2::text[])`,
    [dropId, followed.map(({ list }) => list), nowMs],
  );
}

interface LedgerId {
  readonly id: number;
}

const idOf = ([row]: readonly LedgerId[]): number | null => row?.id ?? null;

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

const INSERT = `
  INSERT INTO claim_ledgers (drop_id, list, contract, terms, first_block, block, block_hash, block_at, head, head_at, read_at, vesting)
  VALUES ($1, $2, $3, $4, $5, $6, $7, ${instant('$8')}, $9, ${instant('$10')}, ${instant('$11')}, $12)
  ON CONFLICT (drop_id, list) WHERE retired_at IS NULL DO NOTHING RETURNING id`;

const MOVE = `
  UPDATE claim_ledgers
  SET block = $7, block_hash = $8, block_at = ${instant('$9')}, head = $10, head_at = ${instant('$11')}, read_at = ${instant('$12')}
  WHERE ${AT_POSITION} RETURNING id`;

const RETIRE = `UPDATE claim_ledgers SET retired_at = ${instant('$7')} WHERE ${AT_POSITION} RETURNING id`;

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
