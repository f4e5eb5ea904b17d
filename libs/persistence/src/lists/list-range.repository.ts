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
export type RowRanges = Pick<WalletPrefix, 'ranges' | 'keyBytes'>;

/** Row as an array: the database sends all rows as one text, which is parsed natively. */
type RowCells = readonly [
  wallet: string,
  amount: string,
  index: string | null,
  breakdown: readonly AllocationPart[] | null,
  position: number | null,
  proof: string | null,
  fields: readonly string[] | null,
];

interface Cells {
  readonly lists: number;
  readonly rows: readonly RowCells[];
}

const CHUNK_NODES = 2 ** CHUNK_BITS;

/** Ranges of the wallets of a list, with the nodes of their proofs. Private checks read them. */
export class ListRangeRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Rows of a version of a list, active or not, whose wallets are within the ranges, by wallet and entry. Each range is one
   * contiguous scan of the primary key.
   *
   * @param bucket - its ranges, ascending. Keys of other lengths, of wallets of other types, are skipped.
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
   * @param bucket - its ranges, ascending, at least one.
   * @throws as {@link read}.
   */
  readNeighbours(listId: number, { ranges, keyBytes }: RowRanges, limit: number): Promise<RangeRow[]> {
    const ends = [ranges.map(({ first }) => bufferOf(first)), ranges.map(({ last }) => bufferOf(last))];
    const values = [listId, ...ends, keyBytes.min, keyBytes.max, limit];
    return this.#rows('read_list_neighbours', READ_NEIGHBOURS, values);
  }

  /**
   * Nodes of the tree of a list by their numbers, 0x and 64 hex digits each. Proofs of many rows share their upper nodes, so
   * each stored chunk is read once.
   *
   * @throws {ListGoneError} when a node is missing: the rows of the list are deleted, or it has no tree.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async readNodes(listId: number, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
    const chunks = new Set([...numbers].map((number) => number >> CHUNK_BITS));
    const values = [listId, [...chunks]];
    const rows = await runPrepared<{ chunk: number; hashes: string }>(
      this.sql,
      'read_list_chunks',
      READ_CHUNKS,
      values,
    );
    const hashes = new Map(rows.map((row) => [row.chunk, row.hashes]));
    return new Map([...numbers].map((number) => [number, nodeOf(number, hashes.get(number >> CHUNK_BITS))]));
  }

  async #rows(name: string, text: string, values: readonly unknown[]): Promise<RangeRow[]> {
    const [{ lists, rows } = { lists: 0, rows: [] }] = await runPrepared<Cells>(this.sql, name, text, values);
    if (lists === 0) throw new ListGoneError();
    return rows.map(([wallet, amount, index, breakdown, position, proof, fields]) => ({
      wallet,
      amount,
      index,
      breakdown: breakdown ?? [],
      position,
      proof: proof === null ? null : hashesOf(proof),
      fields,
    }));
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

/** One row: the number of lists that are not purged, 0 or 1, and the found rows, seen by the same snapshot. */
const cellsOf = (rows: string): string => `
  SELECT (SELECT count(*)::integer FROM lists WHERE id = $1 AND purged_at IS NULL) AS lists,
         (SELECT coalesce(json_agg(json_build_array(
            encode(wallet, 'hex'), amount::text, index::text, breakdown, position, encode(proof, 'hex'), fields
          )), '[]') FROM (${rows}) AS row) AS rows`;

const READ_RANGE = cellsOf(`
  SELECT * FROM list_rows
  WHERE list_id = $1 AND wallet >= $2 AND wallet <= $3 AND octet_length(wallet) BETWEEN $4 AND $5
  ORDER BY wallet, entry LIMIT $6`);

/** The second part begins again at the first wallet of the list, and must not repeat the rows of the ranges. */
const READ_NEIGHBOURS = cellsOf(`
  SELECT * FROM (
    (SELECT 0 AS turn, * FROM list_rows
     WHERE list_id = $1 AND wallet > ($3::bytea[])[cardinality($3::bytea[])]
     ORDER BY wallet, entry LIMIT $6)
    UNION ALL
    (SELECT 1 AS turn, * FROM list_rows
     WHERE list_id = $1 AND wallet <= ($3::bytea[])[cardinality($3::bytea[])] AND NOT EXISTS (
       SELECT FROM unnest($2::bytea[], $3::bytea[]) AS range (first, last)
       WHERE wallet >= first AND wallet <= last AND octet_length(wallet) BETWEEN $4 AND $5
     ) ORDER BY wallet, entry LIMIT $6)
  ) AS neighbour ORDER BY turn, wallet, entry LIMIT $6`);

const READ_CHUNKS = `
  SELECT chunk, encode(hashes, 'hex') AS hashes FROM list_nodes WHERE list_id = $1 AND chunk = ANY($2::integer[])`;
