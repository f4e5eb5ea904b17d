import type { AllocationPart } from '@droptrack/contracts';
import { CHUNK_BITS, type WalletPrefix } from '@droptrack/eligibility';
import { runPrepared, type Sql } from '../database/database';
import { ListGoneError } from './errors';
import { type FoundListRow, HASH_DIGITS, hashesOf } from './list-row.repository';

/** Row of a range of a list. */
export interface RangeRow extends FoundListRow {
  /** Bytes of the wallet, in hex. */
  readonly wallet: string;
}

/** Ranges of the keys of one type of wallet. */
type RowRanges = Pick<WalletPrefix, 'ranges' | 'keyBytes'>;

/** Row as it is read; null columns for a list without rows in the ranges. */
interface Row extends Omit<RangeRow, 'wallet' | 'breakdown' | 'proof'> {
  readonly wallet: string | null;
  readonly breakdown: readonly AllocationPart[] | null;
  readonly proof: string | null;
}

const CHUNK_NODES = 2 ** CHUNK_BITS;

/** Ranges of the wallets of a list, with the nodes of their proofs. Private checks read them. */
export class ListRangeRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Rows of a version of a list, active or not, whose wallets are within the ranges, by wallet and entry. Each range is one
   * contiguous scan of the primary key.
   *
   * @param rows - ranges, ascending. Keys of other lengths, of wallets of other types, are skipped.
   * @param limit - maximum number of rows.
   * @throws {ListGoneError} when the rows of the list are deleted.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async read(listId: number, { ranges, keyBytes }: RowRanges, limit: number): Promise<RangeRow[]> {
    const read = ({ first, last }: RowRanges['ranges'][number]): Promise<RangeRow[]> =>
      this.#rows('read_list_range', READ_RANGE, [
        listId,
        bufferOf(first),
        bufferOf(last),
        keyBytes.min,
        keyBytes.max,
        limit,
      ]);
    return (await Promise.all(ranges.map(read))).flat().slice(0, limit);
  }

  /**
   * Rows that follow the ranges in the order of the primary key, continued at its beginning, without those within them.
   *
   * @param rows - ranges, ascending, at least one.
   * @throws as {@link read}.
   */
  readNeighbours(listId: number, { ranges, keyBytes }: RowRanges, limit: number): Promise<RangeRow[]> {
    const ends = [ranges.map(({ first }) => bufferOf(first)), ranges.map(({ last }) => bufferOf(last))];
    const values = [listId, ...ends, keyBytes.min, keyBytes.max, limit];
    return this.#rows('read_list_neighbours', READ_NEIGHBOURS, values);
  }

  /**
   * Proofs of many rows of one tree. They share their upper nodes, so each stored chunk is read once.
   *
   * @param paths - numbers of the nodes of each proof, as `proofPath` of libs/eligibility returns them.
   * @returns the hashes of each path, in its order, 0x and 64 hex digits each.
   * @throws {ListGoneError} when a node is missing: the rows of the list are deleted, or it has no tree.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async readPaths(listId: number, paths: readonly (readonly number[])[]): Promise<string[][]> {
    const chunks = new Set<number>();
    for (const path of paths) for (const number of path) chunks.add(number >> CHUNK_BITS);
    const rows =
      chunks.size === 0
        ? []
        : await runPrepared<{ chunk: number; hashes: string }>(this.sql, 'read_list_chunks', READ_CHUNKS, [
            listId,
            [...chunks],
          ]);
    const hashes = new Map(rows.map((row) => [row.chunk, row.hashes]));
    return paths.map((path) => path.map((number) => nodeOf(number, hashes.get(number >> CHUNK_BITS))));
  }

  async #rows(name: string, text: string, values: readonly unknown[]): Promise<RangeRow[]> {
    const rows = await runPrepared<Row>(this.sql, name, text, values);
    if (rows.length === 0) throw new ListGoneError();
    const found: RangeRow[] = [];
    for (const { wallet, amount, index, breakdown, position, proof, fields, token } of rows) {
      if (wallet === null) continue;
      const hashes = proof === null ? null : hashesOf(proof);
      found.push({ wallet, amount, index, breakdown: breakdown ?? [], position, proof: hashes, fields, token });
    }
    return found;
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** @throws {ListGoneError} for a node that the chunk does not contain. */
function nodeOf(number: number, chunk = ''): string {
  const at = (number % CHUNK_NODES) * HASH_DIGITS;
  if (at + HASH_DIGITS > chunk.length) throw new ListGoneError();
  return `0x${chunk.slice(at, at + HASH_DIGITS)}`;
}

/**
 * The rows of a list that is not purged, or one row of nulls if it has none; no row for a purged list. The rows are in the
 * order of the inner statement: one that refers to the list can only be the inner side of a nested loop.
 */
const rowsOf = (rows: string): string => `
  SELECT encode(row.wallet, 'hex') AS wallet, row.amount::text, row.index::text, row.breakdown, row.position,
         encode(row.proof, 'hex') AS proof, row.fields, row.token
  FROM lists AS list LEFT JOIN LATERAL (${rows}) AS row ON true
  WHERE list.id = $1 AND list.purged_at IS NULL`;

const READ_RANGE = rowsOf(`
  SELECT * FROM list_rows
  WHERE list_id = list.id AND wallet >= $2 AND wallet <= $3 AND octet_length(wallet) BETWEEN $4 AND $5
  ORDER BY wallet, entry LIMIT $6`);

/** The second part begins again at the first wallet of the list, and must not repeat the rows of the ranges. */
const READ_NEIGHBOURS = rowsOf(`
  SELECT * FROM (
    (SELECT 0 AS turn, * FROM list_rows
     WHERE list_id = list.id AND wallet > ($3::bytea[])[cardinality($3::bytea[])]
     ORDER BY wallet, entry LIMIT $6)
    UNION ALL
    (SELECT 1 AS turn, * FROM list_rows
     WHERE list_id = list.id AND wallet <= ($3::bytea[])[cardinality($3::bytea[])] AND NOT EXISTS (
       SELECT FROM unnest($2::bytea[], $3::bytea[]) AS range (first, last)
       WHERE wallet >= first AND wallet <= last AND octet_length(wallet) BETWEEN $4 AND $5
     ) ORDER BY wallet, entry LIMIT $6)
  ) AS neighbour ORDER BY turn, wallet, entry LIMIT $6`);

const READ_CHUNKS = `
  SELECT chunk, encode(hashes, 'hex') AS hashes FROM list_nodes WHERE list_id = $1 AND chunk = ANY($2::integer[])`;
