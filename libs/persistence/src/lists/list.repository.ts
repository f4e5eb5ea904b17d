import type { AllocationPart } from '@droptrack/contracts';
import { runPrepared, type Sql } from '../database/database';
import { ListGoneError } from './errors';

/** A wallet that is looked for in a version of a list. */
export interface ListLookUp {
  readonly listId: number;
  /** 20 bytes of an EVM address, 32 of a Solana one. */
  readonly wallet: Uint8Array;
}

/** What a list says of a wallet. */
export interface FoundListRow {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** What it is for; empty where the list does not say so. */
  readonly breakdown: readonly AllocationPart[];
  /** Claim index, an exact decimal string; null where the list has none. */
  readonly index: string | null;
  /** Of its leaf among those of the list's tree, from 0; null where the list has no tree, or is a part of one. */
  readonly position: number | null;
  /** As published, 0x and 64 hex digits each; null where the list has no tree, or its nodes are kept. */
  readonly proof: readonly string[] | null;
}

interface Row extends Omit<FoundListRow, 'breakdown' | 'proof'> {
  readonly place: number;
  readonly breakdown: readonly AllocationPart[] | null;
  readonly proof: string | null;
}

/** The first row tells how many of the lists are there; rows that are found follow. */
const FIND = `
  SELECT 0 AS place, count(*)::text AS amount, NULL::jsonb AS breakdown, NULL AS index, NULL::integer AS position,
         NULL AS proof
  FROM lists WHERE id = ANY($3::bigint[]) AND purged_at IS NULL
  UNION ALL
  SELECT asked.place::integer, row.amount::text, row.breakdown, row.index::text, row.position, encode(row.proof, 'hex')
  FROM unnest($1::bigint[], $2::bytea[]) WITH ORDINALITY AS asked (list_id, wallet, place)
  JOIN list_rows AS row ON row.list_id = asked.list_id AND row.wallet = asked.wallet`;

/**
 * The rows of wallets in versions of lists, in force or not: any number of look-ups in one round trip.
 *
 * @returns one for each look-up, in their order; null when the wallet is not in the list.
 * @throws {ListGoneError} when the rows of one of the lists are deleted.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function findListRows(sql: Sql, lookUps: readonly ListLookUp[]): Promise<(FoundListRow | null)[]> {
  if (lookUps.length === 0) return [];
  const listIds = lookUps.map(({ listId }) => listId);
  const distinct = [...new Set(listIds)];
  const wallets = lookUps.map(({ wallet }) => Buffer.from(wallet.buffer, wallet.byteOffset, wallet.byteLength));
  const [kept, ...found] = await runPrepared<Row>(sql, 'find_list_rows', FIND, [listIds, wallets, distinct]);
  if (Number(kept?.amount) < distinct.length) throw new ListGoneError();
  const rows: (FoundListRow | null)[] = lookUps.map(() => null);
  for (const { place, amount, breakdown, index, position, proof } of found) {
    rows[place - 1] = {
      amount,
      breakdown: breakdown ?? [],
      index,
      position,
      proof: proof === null ? null : hashesOf(proof),
    };
  }
  return rows;
}

const hashesOf = (hex: string): string[] => (hex.match(/.{64}/g) ?? []).map((hash) => `0x${hash}`);

/** The row of one wallet, as {@link findListRows} finds it. */
export async function findListRow(sql: Sql, listId: number, wallet: Uint8Array): Promise<FoundListRow | null> {
  const [row = null] = await findListRows(sql, [{ listId, wallet }]);
  return row;
}
