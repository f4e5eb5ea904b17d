import type { AllocationPart } from '@droptrack/contracts';
import { InvalidTreeError } from '@droptrack/eligibility';
import type { Sql, Transaction } from '../database/database';
import { DatabaseRefusedError } from '../database/errors';
import { LIST_FAULTS_MAX, type ListFault, ListRefusedError, refuseList } from './errors';
import { leafMaker } from './leaf';
import type { DuplicateRule, ListTree } from './list-row';
import type { StagedRows } from './stage';

/** How doubled rows are settled. */
export interface SettleOptions {
  readonly rule: DuplicateRule;
  readonly tree: ListTree | null;
  /** Wallets are looked at elsewhere, see {@link withDistinctWallets}; false when not given. */
  readonly wallets?: 'later' | 'now';
}

/**
 * Leaves one row of each wallet in `list_stage`.
 *
 * @throws {ListRefusedError} for wallets with several rows unless these are to be summed, and for claim indexes that
 *   several wallets have.
 */
export async function settleDuplicates(
  sql: Transaction,
  staged: StagedRows,
  { rule, tree, wallets = 'now' }: SettleOptions,
): Promise<void> {
  const doubled = await countDoubled(sql, staged, wallets === 'now');
  if (doubled.wallets > 0) {
    if (rule === 'refuse') await refuseDoubled(sql, 'wallet', 'the same wallet as in line');
    if (tree?.isPart === true) refuseList('rows with proofs of their own cannot be summed');
    await sumRows(sql, staged);
    if (tree !== null) await hashSums(sql, tree);
  }
  if (doubled.indexes === 0) return;
  // A row that stands twice has its index twice as well: it is its wallet that is told.
  if (wallets === 'later') await refuseDoubled(sql, 'wallet', 'the same wallet as in line');
  await refuseDoubled(sql, 'index', 'the same claim index as in line');
}

/** Rows beyond the first of each wallet, and of each claim index. */
async function countDoubled(sql: Sql, { isIndexRising }: StagedRows, withWallets: boolean) {
  const none = { wallets: 0, indexes: 0 };
  if (!withWallets && isIndexRising) return none;
  // By sorting: to group a million wallets takes half as long again.
  const beyond = (column: string, is: boolean): string => (is ? `count(${column}) - count(DISTINCT ${column})` : '0');
  const [doubled = none] = await sql.query<typeof none>(
    `SELECT (${beyond('wallet', withWallets)})::float8 AS wallets, (${beyond('index', !isIndexRising)})::float8 AS indexes
     FROM list_stage`,
  );
  return doubled;
}

const UNIQUE_VIOLATION = '23505';

/**
 * Does what counts on distinct wallets without having looked at them: the index of the table that rows are stored in
 * finds doubled ones for nothing. Until then anything may be told of the list that comes of them (a number of wallets,
 * a root), so that whatever it is refused for, doubled wallets are looked for first, and told instead.
 *
 * @throws {ListRefusedError} for wallets with several rows; and what `work` throws.
 */
export async function withDistinctWallets<T>(sql: Transaction, staged: StagedRows, work: () => Promise<T>): Promise<T> {
  await sql.query('SAVEPOINT distinct_wallets');
  try {
    return await work();
  } catch (error) {
    if (!mayComeOfDoubled(error)) throw error;
    await sql.query('ROLLBACK TO SAVEPOINT distinct_wallets');
    await settleDuplicates(sql, staged, { rule: 'refuse', tree: null });
    throw error;
  }
}

/** The same leaf twice is out of order in a tree. */
const mayComeOfDoubled = (error: unknown): boolean =>
  error instanceof ListRefusedError ||
  error instanceof InvalidTreeError ||
  (error instanceof DatabaseRefusedError && error.code === UNIQUE_VIOLATION);

async function refuseDoubled(sql: Sql, column: 'wallet' | 'index', message: string): Promise<void> {
  const again = await sql.query<{ line: string; first: string; total: string }>(
    `SELECT line, first, count(*) OVER () AS total
     FROM (
       SELECT line, min(line) OVER (PARTITION BY ${column}) AS first FROM list_stage WHERE ${column} IS NOT NULL
     ) AS stage
     WHERE line > first ORDER BY line LIMIT ${LIST_FAULTS_MAX}`,
  );
  const [one] = again;
  if (one === undefined) return;
  const faults = again.map(({ line, first }): ListFault => ({ line: Number(line), message: `${message} ${first}` }));
  throw new ListRefusedError(faults, Number(one.total));
}

/** Parts of the same name are summed too; where a row does not say what it is for, nobody knows it of the sum. */
const SUMMED_PARTS = `
  SELECT jsonb_agg(jsonb_build_object('reason', reason, 'amount', amount::text) ORDER BY place)
  FROM (
    SELECT part ->> 'reason' AS reason, sum((part ->> 'amount')::numeric) AS amount,
           min(ARRAY[row.place, part.place]) AS place
    FROM unnest(array_agg(breakdown ORDER BY line)) WITH ORDINALITY AS row (parts, place),
         jsonb_array_elements(parts) WITH ORDINALITY AS part (part, place)
    GROUP BY 1
  ) AS summed`;

async function sumRows(sql: Sql, { hasIndex }: StagedRows): Promise<void> {
  if (hasIndex) refuseList('rows of one wallet that have claim indexes are claims of their own: they cannot be summed');
  await sql.query(
    `CREATE TEMPORARY TABLE list_summed ON COMMIT DROP AS
     SELECT min(line) AS line, wallet, sum(amount) AS amount, sum(amount)::float8 AS size, NULL::numeric AS index,
            CASE WHEN count(breakdown) = count(*) THEN (${SUMMED_PARTS}) END AS breakdown,
            CASE WHEN count(*) = 1 THEN (array_agg(leaf))[1] END AS leaf, NULL::bytea AS proof,
            NULL::integer AS position
     FROM list_stage GROUP BY wallet`,
  );
  await sql.query('DROP TABLE list_stage');
  await sql.query('ALTER TABLE list_summed RENAME TO list_stage');
}

interface SummedRow {
  readonly line: string;
  readonly wallet: Buffer;
  readonly amount: string;
  readonly breakdown: readonly AllocationPart[] | null;
}

const SUMS_AT_ONCE = 10_000;

/** The leaf of a sum is known only now. */
async function hashSums(sql: Transaction, tree: ListTree): Promise<void> {
  const leafOf = leafMaker(tree);
  await sql.query('CREATE TEMPORARY TABLE list_leaves (wallet bytea, leaf bytea) ON COMMIT DROP');
  await sql.query(
    `DECLARE list_sums NO SCROLL CURSOR FOR SELECT line, wallet, amount, breakdown FROM list_stage WHERE leaf IS NULL`,
  );
  for (;;) {
    const rows = await sql.query<SummedRow>(`FETCH ${SUMS_AT_ONCE} FROM list_sums`);
    if (rows.length === 0) break;
    const leaves = rows.map(({ line, wallet, amount, breakdown }) => {
      const parts = (breakdown ?? []).map((part) => ({ reason: part.reason, amount: BigInt(part.amount) }));
      const leaf = leafOf({ line: Number(line), wallet, amount: BigInt(amount), breakdown: parts });
      return `\\\\x${wallet.toString('hex')}\t\\\\x${Buffer.from(leaf).toString('hex')}\n`;
    });
    await sql.copy('COPY list_leaves FROM STDIN', leaves);
  }
  await sql.query('CLOSE list_sums');
  await sql.query(
    'UPDATE list_stage SET leaf = list_leaves.leaf FROM list_leaves WHERE list_stage.wallet = list_leaves.wallet',
  );
}
