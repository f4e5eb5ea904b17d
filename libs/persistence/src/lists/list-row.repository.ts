import type { AllocationPart, ProofFormat } from '@droptrack/contracts';
import { CHUNK_BITS, HASH_BYTES, type LeafFields, type TreeShape, type TreeShard } from '@droptrack/eligibility';
import { runPrepared, type Sql } from '../database/database';
import { ListGoneError } from './errors';

/** A wallet to look up in a version of a list. */
export interface ListLookUp {
  readonly listId: number;
  /** Key of the wallet. */
  readonly wallet: Uint8Array;
}

/** Row of a wallet in a list. */
export interface FoundListRow {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Parts of the amount with their reasons; empty where the list has none. */
  readonly breakdown: readonly AllocationPart[];
  /** Claim index, an exact decimal string; null where the list has none. */
  readonly index: string | null;
  /** Position of its leaf in the tree, from 0; null where the list has no tree, or is a part of one. */
  readonly position: number | null;
  /** As published, 0x and 64 hex digits each; null where the list has no tree, or its nodes are stored. */
  readonly proof: readonly string[] | null;
  /** Values of the fields of its leaf that differ from row to row; null where there are none. */
  readonly fields: readonly string[] | null;
  /** Address of the token of the amount; null in a list of the token of the drop. */
  readonly token: string | null;
}

/** Nodes of one proof. */
export interface ProofLookUp {
  readonly listId: number;
  /** Numbers of its nodes, as `proofPath` of libs/eligibility returns them; empty in a tree of one leaf. */
  readonly numbers: readonly number[];
}

/** Shape of a list's tree, from which the nodes of each proof follow. Immutable. */
export interface StoredTree {
  readonly format: ProofFormat;
  /** 0x and 64 hex digits. */
  readonly root: string;
  readonly leaves: number;
  readonly shards: readonly TreeShard[];
  /** Null for the usual shape of the format. */
  readonly shape: StoredShape | null;
}

/** Shape of a tree with the fields of its leaves, which are the usual ones of the format when not given. */
export interface StoredShape extends TreeShape {
  readonly fields?: LeafFields;
}

interface Row extends Omit<FoundListRow, 'breakdown' | 'proof'> {
  readonly ordinal: number;
  readonly entry: number;
  readonly breakdown: readonly AllocationPart[] | null;
  readonly proof: string | null;
}

/** Row of one look-up: nulls for a wallet that is not in the list. */
type OptionalRow = Row | { readonly entry: null };

const byEntry = (a: Row, b: Row): number => a.entry - b.entry;

const foundRow = ({ amount, breakdown, index, position, proof, fields, token }: Row): FoundListRow => ({
  amount,
  breakdown: breakdown ?? [],
  index,
  position,
  proof: proof === null ? null : hashesOf(proof),
  fields,
  token,
});

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Number of an entry of `list_stage`: each wallet has its entries in the order of its rows in the file. */
export const ENTRY = '(row_number() OVER (PARTITION BY wallet ORDER BY line) - 1)::smallint';

/** Proof of a row of `list_stage` that is stored: only that of a part, as others follow from the tree. */
const STAGED_PROOF = 'CASE WHEN position IS NULL THEN proof END';

/** The same rows in `list_stage` and in a list. */
const isStagedStored = (hasEntries: boolean): string => `
  SELECT (SELECT count(*) FROM list_stage) = (SELECT count(*) FROM list_rows WHERE list_id = $1) AND NOT EXISTS (
    SELECT FROM (SELECT *, ${hasEntries ? ENTRY : '0'} AS entry FROM list_stage) AS stage
    LEFT JOIN list_rows AS row ON row.list_id = $1 AND row.wallet = stage.wallet AND row.entry = stage.entry
    WHERE row.amount IS DISTINCT FROM stage.amount OR row.index IS DISTINCT FROM stage.index
       OR row.breakdown IS DISTINCT FROM stage.breakdown OR row.fields IS DISTINCT FROM stage.fields
       OR row.token IS DISTINCT FROM stage.token
  ) AND ${hasEntries ? 'true' : '(SELECT count(DISTINCT wallet) = count(*) FROM list_stage)'} AS same`;

/** Rows deleted per transaction, and the other entries of the last wallet: some 100 ms. */
const DELETED_AT_ONCE = 100_000;
/** Sorts after every wallet. */
const AFTER_ALL_WALLETS = Buffer.alloc(33, 0xff);
/** Length of a hash in hexadecimal digits, without 0x. */
export const HASH_DIGITS = 2 * HASH_BYTES;

/** Rows of lists, and the nodes of their trees. Eligibility checks look them up, any number in one round trip. */
export class ListRowRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Rows of wallets in versions of lists, active or not.
   *
   * @returns the entries of each look-up, in their order; none when the wallet is not in the list.
   * @throws {ListGoneError} when the rows of one of the lists are deleted.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async find(lookUps: readonly ListLookUp[]): Promise<FoundListRow[][]> {
    if (lookUps.length === 0) return [];
    const [only] = lookUps;
    if (only !== undefined && lookUps.length === 1) return [await this.#findOne(only)];
    const listIds = lookUps.map(({ listId }) => listId);
    const distinct = [...new Set(listIds)];
    const wallets = lookUps.map(({ wallet }) => bufferOf(wallet));
    const [kept, ...found] = await runPrepared<Row>(this.sql, 'find_list_rows', FIND, [listIds, wallets, distinct]);
    if (Number(kept?.amount) < distinct.length) throw new ListGoneError();
    if (found.some(({ entry }) => entry > 0)) found.sort(byEntry);
    const entries = lookUps.map((): FoundListRow[] => []);
    for (const row of found) entries[row.ordinal - 1]?.push(foundRow(row));
    return entries;
  }

  async #findOne({ listId, wallet }: ListLookUp): Promise<FoundListRow[]> {
    const rows = await runPrepared<OptionalRow>(this.sql, 'find_list_row', FIND_ONE, [listId, bufferOf(wallet)]);
    if (rows.length === 0) throw new ListGoneError();
    const found = rows.filter((row): row is Row => row.entry !== null);
    return found.sort(byEntry).map(foundRow);
  }

  /**
   * Proofs from stored trees.
   *
   * @returns the hashes of each, in the order of its numbers, 0x and 64 hex digits.
   * @throws {ListGoneError} when a node is missing: the rows of the list are deleted, or it has no tree.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async readProofs(lookUps: readonly ProofLookUp[]): Promise<string[][]> {
    if (lookUps.length === 0) return [];
    const values = [lookUps.map(({ listId }) => listId), lookUps.map(({ numbers }) => `{${numbers.join()}}`)];
    const rows = await runPrepared<{ ordinal: number; hashes: string | null }>(
      this.sql,
      'read_list_proofs',
      READ_PROOFS,
      values,
    );
    const found = new Map(rows.map(({ ordinal, hashes }) => [ordinal - 1, hashes ?? '']));
    return lookUps.map(({ numbers }, i) => {
      const hashes = found.get(i) ?? '';
      if (hashes.length !== numbers.length * HASH_DIGITS) throw new ListGoneError();
      return numbers.map((_, step) => `0x${hashes.slice(step * HASH_DIGITS, (step + 1) * HASH_DIGITS)}`);
    });
  }

  /** Tree of a version of a list, active or not; null without one. The caller may cache it: it never changes. */
  async readTree(listId: number): Promise<StoredTree | null> {
    const [tree] = await this.sql.query<StoredTree>(
      `SELECT tree_format AS format, '0x' || encode(root, 'hex') AS root, coalesce(leaves, wallets) AS leaves,
              coalesce(shards, '[]') AS shards, tree_shape AS shape
       FROM lists WHERE id = $1 AND root IS NOT NULL`,
      [listId],
    );
    return tree ?? null;
  }

  /**
   * True when the rows of a list equal those in `list_stage`, row by row.
   *
   * @param hasEntries - wallets can have several rows, which are entries in their order.
   */
  async equalsStaged(listId: number, hasEntries: boolean): Promise<boolean> {
    const text = isStagedStored(hasEntries);
    const [{ same } = { same: false }] = await this.sql.query<{ same: boolean }>(text, [listId]);
    return same;
  }

  /**
   * Stores the rows of `list_stage`, and the nodes of `list_tree` where there is one, in the order of the primary key: at
   * its right end a row costs the index a fifth of what it costs in the middle.
   *
   * @param hasEntries - wallets can have several rows, which become entries in their order.
   * @returns the id of the new list.
   */
  async storeStaged(hasEntries: boolean): Promise<number> {
    const [{ id } = { id: 0 }] = await this.sql.query<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence('lists', 'id'))::float8 AS id`,
    );
    await this.sql.query(
      `INSERT INTO list_rows (list_id, wallet, entry, token, amount, breakdown, index, position, proof, fields)
       SELECT $1, wallet, ${hasEntries ? ENTRY : '0'}, token, amount, breakdown, index, position, ${STAGED_PROOF}, fields
       FROM list_stage ORDER BY wallet${hasEntries ? ', line' : ''}`,
      [id],
    );
    const [{ has } = { has: false }] = await this.sql.query<{ has: boolean }>(
      `SELECT to_regclass('pg_temp.list_tree') IS NOT NULL AS has`,
    );
    if (has) {
      await this.sql.query(
        'INSERT INTO list_nodes (list_id, chunk, hashes) SELECT $1, chunk, hashes FROM list_tree ORDER BY chunk',
        [id],
      );
    }
    return id;
  }

  /** Deletes the nodes and rows of a list in batches, each in a transaction of its own. @returns number of rows per batch. */
  async *deleteAll(listId: number): AsyncGenerator<number> {
    await this.sql.query('DELETE FROM list_nodes WHERE list_id = $1', [listId]);
    for (let rows = DELETED_AT_ONCE; rows >= DELETED_AT_ONCE;) {
      const [{ deleted } = { deleted: 0 }] = await this.sql.query<{ deleted: number }>(
        `WITH gone AS (
           DELETE FROM list_rows WHERE list_id = $1 AND wallet <= coalesce(
             (SELECT wallet FROM list_rows WHERE list_id = $1 ORDER BY wallet OFFSET ${DELETED_AT_ONCE - 1} LIMIT 1), $2
           ) RETURNING 1
         ) SELECT count(*)::float8 AS deleted FROM gone`,
        [listId, AFTER_ALL_WALLETS],
      );
      rows = deleted;
      yield rows;
    }
  }

  /**
   * Updates the statistics of the tables after a load. Cached plans of other connections date from smaller tables and scan
   * all rows for each proof; autovacuum would correct them within a minute. Failures are ignored: the list is active.
   */
  async analyze(): Promise<void> {
    await this.sql.query('ANALYZE list_rows, list_nodes').catch(() => undefined);
  }
}

/** Hashes of a published proof that is stored as one text. */
export const hashesOf = (hex: string): string[] => (hex.match(/.{64}/g) ?? []).map((hash) => `0x${hash}`);

const CELLS = `row.amount::text, row.breakdown, row.index::text, row.position, encode(row.proof, 'hex') AS proof, row.fields, row.token`;

/**
 * The first row counts the lists that are kept, the others are those of the look-ups.
 *
 * The arrays come from subqueries, which hide their lengths from the planner: otherwise it would plan the statement at each
 * execution with few look-ups, which takes twice as long as the look-ups. The plan is the same for any lengths.
 */
const FIND = `
  SELECT 0 AS ordinal, 0::smallint AS entry, count(*)::text AS amount, NULL::jsonb AS breakdown, NULL AS index,
         NULL::integer AS position, NULL AS proof, NULL::jsonb AS fields, NULL AS token
  FROM lists WHERE id = ANY((SELECT $3::bigint[])::bigint[]) AND purged_at IS NULL
  UNION ALL
  SELECT asked.ordinal::integer, row.entry, ${CELLS}
  FROM unnest((SELECT $1::bigint[]), (SELECT $2::bytea[])) WITH ORDINALITY AS asked (list_id, wallet, ordinal)
  JOIN list_rows AS row ON row.list_id = asked.list_id AND row.wallet = asked.wallet`;

/** The rows of a wallet, or one of nulls if it has none; no row for a purged list. */
const FIND_ONE = `
  SELECT row.entry, ${CELLS}
  FROM lists AS list LEFT JOIN list_rows AS row ON row.list_id = list.id AND row.wallet = $2::bytea
  WHERE list.id = $1::bigint AND list.purged_at IS NULL`;

/**
 * Returns only the requested node of each row: whole rows would be eight times as much to send and to parse. Subqueries as in
 * {@link FIND}.
 */
const READ_PROOFS = `
  SELECT asked.ordinal::integer, (
    SELECT encode(string_agg(substring(node.hashes FROM (path.number & ${2 ** CHUNK_BITS - 1}) * ${HASH_BYTES} + 1
                                                   FOR ${HASH_BYTES}), ''::bytea ORDER BY path.step), 'hex')
    FROM unnest(asked.numbers::integer[]) WITH ORDINALITY AS path (number, step)
    JOIN list_nodes AS node ON node.list_id = asked.list_id AND node.chunk = path.number >> ${CHUNK_BITS}
  ) AS hashes
  FROM unnest((SELECT $1::bigint[]), (SELECT $2::text[])) WITH ORDINALITY AS asked (list_id, numbers, ordinal)`;
