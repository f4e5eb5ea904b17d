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
const CHUNK_NODES = 2 ** CHUNK_BITS;
/** In hex, in which they are also sent on. */
const HASH_DIGITS = 64;

const READ = `
  SELECT node.list_id::float8 AS "listId", node.chunk, encode(node.hashes, 'hex') AS hashes
  FROM unnest($1::bigint[], $2::integer[]) AS asked (list_id, chunk)
  JOIN list_nodes AS node ON node.list_id = asked.list_id AND node.chunk = asked.chunk`;

/**
 * Reads proofs, any number in one round trip: a handful of rows each, and those that several need once.
 *
 * @returns the hashes of each, in the order of its numbers, 0x and 64 hex digits.
 * @throws {ListGoneError} when a node is not there: the list's rows are deleted, or it has no tree.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function readProofs(sql: Sql, lookUps: readonly ProofLookUp[]): Promise<string[][]> {
  const wanted = new Map<number, { readonly listId: number; readonly chunk: number }>();
  for (const { listId, numbers } of lookUps) {
    for (const number of numbers) wanted.set(keyOf(listId, number), { listId, chunk: number >> CHUNK_BITS });
  }
  const asked = [...wanted.values()];
  const rows =
    asked.length === 0
      ? []
      : await runPrepared<{ listId: number; chunk: number; hashes: string }>(sql, 'read_list_nodes', READ, [
          asked.map(({ listId }) => listId),
          asked.map(({ chunk }) => chunk),
        ]);
  const chunks = new Map(rows.map(({ listId, chunk, hashes }) => [keyOf(listId, chunk << CHUNK_BITS), hashes]));
  return lookUps.map(({ listId, numbers }) =>
    numbers.map((number) => {
      const at = (number % CHUNK_NODES) * HASH_DIGITS;
      const node = chunks.get(keyOf(listId, number))?.slice(at, at + HASH_DIGITS);
      if (node?.length !== HASH_DIGITS) throw new ListGoneError();
      return `0x${node}`;
    }),
  );
}

/** Chunks of a tree are fewer than 2^26, and a number is found five times as fast as a text. */
const keyOf = (listId: number, number: number): number => listId * 2 ** 26 + (number >> CHUNK_BITS);
