import { runPrepared, type Sql } from '../database/database';
import { ListGoneError } from './errors';

/** The nodes of one proof. */
export interface ProofLookUp {
  readonly listId: number;
  /** Numbers of its nodes, as `proofPath` of libs/eligibility gives them; a proof of a tree of one leaf has none. */
  readonly numbers: readonly number[];
}

/** Nodes whose numbers differ only in the last bits are kept in one row. */
const CHUNK_BITS = 5;
const HASH_BYTES = 32;
const HASH_DIGITS = 2 * HASH_BYTES;

/** Only what is asked for of each row leaves the database: all of it would be eight times as much to send and to read. */
const READ = `
  SELECT asked.place::integer, (
    SELECT encode(string_agg(substring(node.hashes FROM (path.number & ${2 ** CHUNK_BITS - 1}) * ${HASH_BYTES} + 1
                                                   FOR ${HASH_BYTES}), ''::bytea ORDER BY path.step), 'hex')
    FROM unnest(asked.numbers::integer[]) WITH ORDINALITY AS path (number, step)
    JOIN list_nodes AS node ON node.list_id = asked.list_id AND node.chunk = path.number >> ${CHUNK_BITS}
  ) AS hashes
  FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (list_id, numbers, place)`;

/**
 * Reads proofs, any number in one round trip: a handful of rows each.
 *
 * @returns the hashes of each, in the order of its numbers, 0x and 64 hex digits.
 * @throws {ListGoneError} when a node is not there: the list's rows are deleted, or it has no tree.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function readProofs(sql: Sql, lookUps: readonly ProofLookUp[]): Promise<string[][]> {
  if (lookUps.length === 0) return [];
  const rows = await runPrepared<{ place: number; hashes: string | null }>(sql, 'read_list_proofs', READ, [
    lookUps.map(({ listId }) => listId),
    lookUps.map(({ numbers }) => `{${numbers.join()}}`),
  ]);
  const found = new Map(rows.map(({ place, hashes }) => [place - 1, hashes ?? '']));
  return lookUps.map(({ numbers }, place) => {
    const hashes = found.get(place) ?? '';
    if (hashes.length !== numbers.length * HASH_DIGITS) throw new ListGoneError();
    return numbers.map((_, step) => `0x${hashes.slice(step * HASH_DIGITS, (step + 1) * HASH_DIGITS)}`);
  });
}
