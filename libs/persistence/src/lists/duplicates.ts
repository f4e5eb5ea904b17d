import type { AllocationPart } from '@droptrack/contracts';
import { InvalidTreeError, isOfRow } from '@droptrack/eligibility';
import type { Sql, Transaction } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError, rejectList } from './errors';
import { leafMaker } from './leaf';
import type { ListTree } from './list-row';
import type { StagedRows } from './stage';

/** Handling of a wallet with several rows: an error, the sum of its rows, or one entry and one leaf per row. */
export type DuplicateRule = 'reject' | 'sum' | 'separate';

/** Maximum number of entries of a wallet: a response lists all of them. */
export const ENTRIES_MAX = 100;

/** Treatment of duplicate rows. */
interface DuplicateOptions {
  readonly rule: DuplicateRule;
  readonly tree: ListTree | null;
  /** `later`: {@link withDistinctWallets} checks the wallets; `now` when not given. */
  readonly wallets?: 'later' | 'now';
}

/**
 * Reduces `list_stage` to one row per wallet, unless each row is an entry of its own.
 *
 * @throws {ListRejectedError} by the rule for wallets with several rows, and for claim indexes of several rows.
 */
export async function resolveDuplicates(
  sql: Transaction,
  staged: StagedRows,
  { rule, tree, wallets = 'now' }: DuplicateOptions,
): Promise<void> {
  if (rule === 'separate') return assertEntries(sql, staged);
  if (staged.hasTokens) return resolveTokens(sql, staged, rule, tree);
  const duplicates = await countDuplicates(sql, staged, wallets === 'now');
  if (duplicates.wallets > 0) {
    if (rule === 'reject') await rejectDuplicate(sql, 'wallet', 'the same wallet as in line');
    if (tree?.isPart === true) rejectList('rows with proofs of their own cannot be summed');
    if (tree?.fields?.some(isOfRow) === true) rejectList('rows whose leaves have fields of their own cannot be summed');
    await sumRows(sql, staged);
    if (tree !== null) await hashSums(sql, tree);
  }
  if (duplicates.indexes === 0) return;
  // A duplicate row has a duplicate index as well: its wallet is the better message.
  if (wallets === 'later') await rejectDuplicate(sql, 'wallet', 'the same wallet as in line');
  await rejectDuplicate(sql, 'index', 'the same claim index as in line');
}

/** Reduces rows to one per wallet and token. */
async function resolveTokens(
  sql: Transaction,
  staged: StagedRows,
  rule: Exclude<DuplicateRule, 'separate'>,
  tree: ListTree | null,
): Promise<void> {
  if (rule === 'reject') await rejectDuplicate(sql, 'wallet, token', 'the same wallet and token as in line');
  else {
    if (tree?.isPart === true) rejectList('rows with proofs of their own cannot be summed');
    await sumRows(sql, staged);
    if (tree !== null) await hashSums(sql, tree);
  }
  await assertEntries(sql, staged);
}

/** Checks rows that are entries of their own. @throws {ListRejectedError} for equal claim indexes, and too many entries. */
async function assertEntries(sql: Sql, staged: StagedRows): Promise<void> {
  if (!staged.isIndexRising) await rejectDuplicate(sql, 'index', 'the same claim index as in line');
  const beyond = await sql.query<{ line: string; total: string }>(
    `SELECT line, count(*) OVER () AS total
     FROM (SELECT line, row_number() OVER (PARTITION BY wallet ORDER BY line) AS entry FROM list_stage) AS stage
     WHERE entry = ${ENTRIES_MAX + 1} ORDER BY line LIMIT ${LIST_VIOLATIONS_MAX}`,
  );
  const [one] = beyond;
  if (one === undefined) return;
  const message = `its wallet has more than ${ENTRIES_MAX} rows, the maximum number of entries`;
  const violations = beyond.map(({ line }): ListViolation => ({ line: Number(line), message }));
  throw new ListRejectedError(violations, Number(one.total));
}

/** True when two rows of `list_stage` have the same leaf. */
export async function hasEqualLeaves(sql: Sql): Promise<boolean> {
  const [{ is } = { is: false }] = await sql.query<{ is: boolean }>(
    'SELECT count(leaf) > count(DISTINCT leaf) AS is FROM list_stage',
  );
  return is;
}

/**
 * Rejects equal leaves. In a tree that is ordered by the hashes of its leaves they have one claim for all, so that the
 * amount of the others would be promised in vain.
 *
 * @throws {ListRejectedError} with the line of each leaf that equals an earlier one.
 */
export const rejectEqualLeaves = (sql: Sql): Promise<void> => rejectDuplicate(sql, 'leaf', 'the same leaf as in line');

/** Number of rows beyond the first of each wallet, and of each claim index. */
async function countDuplicates(sql: Sql, { isIndexRising }: StagedRows, withWallets: boolean) {
  const none = { wallets: 0, indexes: 0 };
  if (!withWallets && isIndexRising) return none;
  // count(DISTINCT) sorts, which is a third faster than GROUP BY with a million wallets.
  const beyond = (column: string, is: boolean): string => (is ? `count(${column}) - count(DISTINCT ${column})` : '0');
  const [duplicates = none] = await sql.query<typeof none>(
    `SELECT (${beyond('wallet', withWallets)})::float8 AS wallets, (${beyond('index', !isIndexRising)})::float8 AS indexes
     FROM list_stage`,
  );
  return duplicates;
}

const UNIQUE_VIOLATION = '23505';

/**
 * Runs `work` without a check for duplicate wallets beforehand: the unique index of `list_rows` finds them at no cost.
 * Duplicates also falsify the number of wallets and the root, so that whatever error occurs, duplicate wallets are searched
 * first and reported instead.
 *
 * @throws {ListRejectedError} for wallets with several rows; and what `work` throws.
 */
export async function withDistinctWallets<T>(sql: Transaction, staged: StagedRows, work: () => Promise<T>): Promise<T> {
  await sql.query('SAVEPOINT distinct_wallets');
  try {
    return await work();
  } catch (error) {
    if (!mayBeCausedByDuplicates(error)) throw error;
    await sql.query('ROLLBACK TO SAVEPOINT distinct_wallets');
    await resolveDuplicates(sql, staged, { rule: 'reject', tree: null });
    throw error;
  }
}

/** A tree with the same leaf twice is rejected as out of order. */
const mayBeCausedByDuplicates = (error: unknown): boolean =>
  error instanceof ListRejectedError ||
  error instanceof InvalidTreeError ||
  (error instanceof DatabaseRejectedError && error.code === UNIQUE_VIOLATION);

async function rejectDuplicate(
  sql: Sql,
  column: 'wallet' | 'wallet, token' | 'index' | 'leaf',
  message: string,
): Promise<void> {
  const again = await sql.query<{ line: string; first: string; total: string }>(
    `SELECT line, first, count(*) OVER () AS total
     FROM (
       SELECT line, min(line) OVER (PARTITION BY ${column}) AS first FROM list_stage WHERE (${column}) IS NOT NULL
     ) AS stage
     WHERE line > first ORDER BY line LIMIT ${LIST_VIOLATIONS_MAX}`,
  );
  const [one] = again;
  if (one === undefined) return;
  const violations = again.map(({ line, first }): ListViolation => ({
    line: Number(line),
    message: `${message} ${first}`,
  }));
  throw new ListRejectedError(violations, Number(one.total));
}

/** Sums parts with the same reason; null when a row of the wallet has no parts, since the reasons are then incomplete. */
const SUMMED_PARTS = `
  SELECT jsonb_agg(jsonb_build_object('reason', reason, 'amount', amount::text) ORDER BY ordinal)
  FROM (
    SELECT part ->> 'reason' AS reason, sum((part ->> 'amount')::numeric) AS amount,
           min(ARRAY[row.ordinal, part.ordinal]) AS ordinal
    FROM unnest(array_agg(breakdown ORDER BY line)) WITH ORDINALITY AS row (parts, ordinal),
         jsonb_array_elements(parts) WITH ORDINALITY AS part (part, ordinal)
    GROUP BY 1
  ) AS summed`;

async function sumRows(sql: Sql, { hasIndex }: StagedRows): Promise<void> {
  if (hasIndex) rejectList('rows of one wallet that have claim indexes are claims of their own: they cannot be summed');
  await sql.query(
    `CREATE TEMPORARY TABLE list_summed ON COMMIT DROP AS
     SELECT min(line) AS line, wallet, token, sum(amount) AS amount, sum(amount)::float8 AS size, NULL::numeric AS index,
            CASE WHEN count(breakdown) = count(*) THEN (${SUMMED_PARTS}) END AS breakdown, NULL::jsonb AS fields,
            CASE WHEN count(*) = 1 THEN (array_agg(leaf))[1] END AS leaf, NULL::bytea AS proof,
            NULL::integer AS position
     FROM list_stage GROUP BY wallet, token`,
  );
  await sql.query('DROP TABLE list_stage');
  await sql.query('ALTER TABLE list_summed RENAME TO list_stage');
}

interface SummedRow {
  readonly line: string;
  readonly wallet: Buffer;
  /** Null in a list of one token. */
  readonly token: string | null;
  readonly amount: string;
  readonly breakdown: readonly AllocationPart[] | null;
}

const SUMS_AT_ONCE = 10_000;

/** Computes the leaves of summed rows. */
async function hashSums(sql: Transaction, tree: ListTree): Promise<void> {
  const leafOf = leafMaker(tree);
  await sql.query('CREATE TEMPORARY TABLE list_leaves (line bigint, leaf bytea) ON COMMIT DROP');
  await sql.query(
    `DECLARE list_sums NO SCROLL CURSOR FOR SELECT line, wallet, token, amount, breakdown FROM list_stage WHERE leaf IS NULL`,
  );
  for (;;) {
    const rows = await sql.query<SummedRow>(`FETCH ${SUMS_AT_ONCE} FROM list_sums`);
    if (rows.length === 0) break;
    const leaves = rows.map(({ line, wallet, token, amount, breakdown }) => {
      const parts = (breakdown ?? []).map((part) => ({ reason: part.reason, amount: BigInt(part.amount) }));
      const ofToken = token === null ? {} : { token };
      const leaf = leafOf({ line: Number(line), wallet, amount: BigInt(amount), breakdown: parts, ...ofToken });
      return `${line}\t\\\\x${Buffer.from(leaf).toString('hex')}\n`;
    });
    await sql.copy('COPY list_leaves FROM STDIN', leaves);
  }
  await sql.query('CLOSE list_sums');
  await sql.query(
    'UPDATE list_stage SET leaf = list_leaves.leaf FROM list_leaves WHERE list_stage.line = list_leaves.line',
  );
}
