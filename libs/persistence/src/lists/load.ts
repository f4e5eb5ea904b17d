import { type DropDefinition, type ListBody, listEntityId } from '@droptrack/catalogue';
import type { FiguresOfList } from '@droptrack/eligibility';
import type { Database, Transaction } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { appendRevisions } from '../log/append';
import { type DuplicateRule, resolveDuplicates, withDistinctWallets } from './duplicates';
import { keyOfReference, listKeyOf, type ListReference } from './list-key';
import { ListRowRepository } from './list-row.repository';
import { type ActiveList, ListRepository } from './list.repository';
import { assertUnchanged, readListedDrop } from './listed-drop';
import { assertExpected, type ExpectedFigures, type ListFigures, readFigures, readTokenFigures } from './figures';
import type { ListRows, ListTree } from './list-row';
import { READ_TIMEOUT_MS, type StagedRows, stageRows } from './stage';
import { compareStaged, type ListDifference } from './list-difference';
import { changedFacts, changeHeader, type ListHeaderFact, mergedHeader } from './header';
import { type BuiltTree, buildTree } from './tree';

/** Expected figures of a list; it is rejected when they differ. */
export interface ListExpectations extends ExpectedFigures {
  /** 0x and 64 hex digits; null when unknown. */
  readonly root: string | null;
}

/** Phases of a load, in this order; those that a list does not need are skipped. */
export type LoadPhase = 'waiting' | 'reading' | 'checking' | 'tree' | 'storing';

export interface ListLoad extends ListReference {
  /**
   * The rows, for the given definition of the drop. An error of theirs rolls the load back. Wallets are of a family that
   * the drop accepts, amounts in base units of its token.
   */
  readonly rows: (definition: DropDefinition) => ListRows;
  /** SHA-256 of the file, hex; called once the rows have been read. */
  readonly sha256: () => string;
  /** URL at which the file was published. */
  readonly url: string | null;
  /** Format of the file, such as `csv`; null when not given. Called once the rows have been read. */
  readonly format?: () => string | null;
  /** Number of rows that the caller left out because of their errors; 0 when not given. Called once the rows have been read. */
  readonly leftOut?: () => number;
  /** Handling of a wallet with several rows; `reject` when not given. */
  readonly duplicates?: DuplicateRule;
  /** Tree of its proofs; none when not given. Its root is an expectation too. */
  readonly tree?: ListTree | null;
  /** Expectations of the caller or of the files; called once the rows have been read. */
  readonly expect?: () => ListExpectations;
  /**
   * Reviews the figures of the lists before anything is stored; throws to reject it.
   */
  readonly review?: (lists: ReviewedLists, definition: DropDefinition) => void;
  /** Runs the load without storing rows and rolls it back, so that every rejection occurs; false when not given. */
  readonly dryRun?: boolean;
  /** Maximum number of wallets per change that a dry run shows; 0 when not given. */
  readonly examplesMax?: number;
  /** Called at the start of each phase, and within `tree` with the number of leaves. */
  readonly onPhase?: (phase: LoadPhase, done: number, all: number | null) => void;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Figures of a list to load, and of the other active allocation lists of its drop. */
interface ReviewedLists {
  readonly loaded: FiguresOfList;
  readonly others: readonly FiguresOfList[];
}

/** Result of a load, or of its dry run. */
export interface ListReport {
  /**
   * `unchanged`: the active list is the same, and nothing was written. `header_changed`: its rows are the same, and only
   * facts beside them were written.
   */
  readonly outcome: 'loaded' | 'unchanged' | 'header_changed';
  /** Facts of the header that changed; empty unless the outcome is `header_changed`. */
  readonly changed: readonly ListHeaderFact[];
  /** Rows of the file; more than the wallets where some were summed. */
  readonly rows: number;
  /** Body in the log after the load. */
  readonly list: ListBody;
  /** List that was active before; null without one. */
  readonly former: Pick<ListBody, 'version' | 'wallets' | 'total' | 'decimals'> | null;
  /** Differences from the active list; null except for a dry run that would replace one. */
  readonly difference: ListDifference | null;
  /** Active allocation lists of the drop after the load. */
  readonly active: readonly FiguresOfList[];
  /** Definition of the drop that the rows were parsed by. */
  readonly definition: DropDefinition;
}

/** Limit of a statement while the drop and the log are locked, because other transactions wait. */
const SWITCH_TIMEOUT_MS = 30_000;
/** Sorts a million rows with leaves and indexes (126 MB) in memory; for this transaction only. */
const WORK_MEMORY = '160MB';
/** Name of no list. */
const NO_NAME = ' ';
const NOTHING_EXPECTED: ListExpectations = { root: null, total: null, wallets: null };

/**
 * Loads a list into a new version, activates it and appends the revision, all in one transaction. A rejected list leaves
 * no trace, and the former one active. Former versions are kept.
 *
 * Idempotent: the same rows are not written again; only header facts that differ, such as the URL, are changed.
 *
 * @throws {ListDropError} for a drop that is unknown or archived, or whose definition changes during the load.
 * @throws {ListRejectedError} {DatabaseUnavailableError} {DatabaseRejectedError} and the errors of the rows.
 */
export async function loadList(db: Database, load: ListLoad): Promise<ListReport> {
  const report = await transactionOrDryRun(db, load.dryRun === true, (sql) => loadIn(sql, load));
  if (report.outcome === 'loaded' && load.dryRun !== true) await new ListRowRepository(db).analyze();
  return report;
}

async function loadIn(sql: Transaction, load: ListLoad): Promise<ListReport> {
  const { dropId, duplicates: rule = 'reject', tree = null, onPhase = () => undefined } = load;
  await sql.allow(READ_TIMEOUT_MS);
  onPhase('waiting', 0, null);
  await new ListRepository(sql).lock(dropId);
  const definition = await readListedDrop(sql, dropId);
  await sql.query(`SELECT set_config('work_mem', $1, true)`, [WORK_MEMORY]);
  onPhase('reading', 0, null);
  const staged = await stageRows(sql, load.rows(definition), tree);

  onPhase('checking', 0, staged.rows);
  // A dry run stores no rows, so no unique index finds duplicate wallets later.
  const wallets = rule === 'reject' && load.dryRun !== true ? 'later' : 'now';
  await resolveDuplicates(sql, staged, { rule, tree, wallets });
  const put = (): Promise<ListReport> => putStaged(sql, load, definition, staged);
  return wallets === 'later' ? withDistinctWallets(sql, staged, put) : put();
}

/** Activates the staged rows, unless they are active already. */
async function putStaged(
  sql: Transaction,
  load: ListLoad,
  definition: DropDefinition,
  staged: StagedRows,
): Promise<ListReport> {
  const { dropId, name = '', tree = null, onPhase = () => undefined } = load;
  const expected = load.expect?.() ?? NOTHING_EXPECTED;
  const hasEntries = hasEntriesOf(load, staged);
  const ownToken = definition.token.address?.value ?? null;
  const figures = staged.hasTokens ? await readTokenFigures(sql, ownToken) : await readFigures(sql, hasEntries);
  const leaves =
    staged.hasTokens && load.duplicates === 'sum' ? await countStaged(sql) : hasEntries ? staged.rows : figures.wallets;
  assertExpected(figures, expected);
  const others = await new ListRepository(sql).readOtherFigures(dropId, load.kind === 'allocation' ? name : NO_NAME);
  const { wallets, total, tokens = null } = figures;
  const loaded: FiguresOfList = { name, wallets, total, tokens, part: tree?.isPart === true };
  load.review?.({ loaded, others }, definition);
  const built =
    tree === null
      ? null
      : await buildTree(
          sql,
          tree,
          { staged, leaves, hasEntries, expectRoot: (tree.expectRoot ?? expected.root)?.toLowerCase() ?? null },
          (done) => onPhase('tree', done, leaves),
        );
  const former = await new ListRepository(sql).findActive(keyOfReference(load));
  const list = bodyOf(load, definition, figures, built, former);
  const active = load.kind === 'allocation' ? [loaded, ...others] : others;
  const report = { rows: staged.rows, former, difference: null, active, definition };
  if (former !== null && (await isActive(sql, list, former, hasEntries))) {
    const same = mergedHeader(list, former);
    const changed = changedFacts(same, former);
    if (changed.length === 0) return { ...report, outcome: 'unchanged', changed, list: same };
    await lockDrop(sql, dropId, definition);
    const body = load.dryRun === true ? same : await changeHeader(sql, same, load.nowMs);
    return { ...report, outcome: 'header_changed', changed, list: body };
  }
  // Amounts of several tokens have no difference.
  const isCompared = load.dryRun === true && former !== null && !staged.hasTokens && former.hasTokens !== true;
  const comparison = { hasEntries, examplesMax: load.examplesMax ?? 0 };
  const difference = isCompared ? await compareStaged(sql, former.list_id, comparison) : null;
  const body = await store(sql, load, { list, built, definition, staged, leaves });
  return { ...report, outcome: 'loaded', changed: [], list: body, difference };
}

/** True when a wallet can have several entries. */
const hasEntriesOf = ({ duplicates }: ListLoad, { hasTokens }: StagedRows): boolean =>
  duplicates === 'separate' || hasTokens;

async function countStaged(sql: Transaction): Promise<number> {
  const [{ rows } = { rows: 0 }] = await sql.query<{ rows: number }>('SELECT count(*)::float8 AS rows FROM list_stage');
  return rows;
}

/** Locks the drop, so that recompute runs wait. @throws {ListDropError} when its definition has changed. */
async function lockDrop(sql: Transaction, dropId: string, definition: DropDefinition): Promise<void> {
  await sql.allow(SWITCH_TIMEOUT_MS);
  assertUnchanged(definition, await readListedDrop(sql, dropId, { lock: true }));
}

interface Staged {
  readonly list: ListBody;
  readonly built: BuiltTree | null;
  readonly definition: DropDefinition;
  readonly staged: StagedRows;
  readonly leaves: number;
}

async function store(sql: Transaction, load: ListLoad, of: Staged): Promise<ListBody> {
  const { list, built, definition, staged, leaves } = of;
  const { dropId, nowMs, onPhase = () => undefined } = load;
  onPhase('storing', 0, list.wallets);
  const lists = new ListRepository(sql);
  // Rows of a rolled-back dry run would only leave dead tuples.
  const listId = load.dryRun === true ? 0 : await new ListRowRepository(sql).storeStaged(hasEntriesOf(load, staged));
  await lockDrop(sql, dropId, definition);
  const body: ListBody = { ...list, list_id: listId, version: await lists.nextVersion(listKeyOf(list)) };
  if (load.dryRun === true) return body;
  await lists.insertActive(body, { format: load.format?.() ?? null, rows: staged.rows, leaves, tree: built });
  await new RecomputeQueue(sql).enqueue([dropId], nowMs);
  await appendRevisions(sql, [{ entity: 'list', id: listEntityId(dropId, list.kind, list.name), body, cause: 'list' }]);
  return body;
}

/** True when the staged list is active already: same file, same tree, same rows. Facts of its header may differ. */
async function isActive(sql: Transaction, list: ListBody, former: ActiveList, hasEntries: boolean): Promise<boolean> {
  const identity = ({ wallets, total, sha256, tree }: Omit<ActiveList, 'list_id' | 'version'>) =>
    JSON.stringify([wallets, total, sha256, tree?.format, tree?.root]);
  if (identity(list) !== identity(former)) return false;
  return new ListRowRepository(sql).equalsStaged(former.list_id, hasEntries);
}

/** Body with a provisional id and version: both are assigned at the activation. */
function bodyOf(
  load: ListLoad,
  definition: DropDefinition,
  { wallets, total, spread, quantiles, tokens }: ListFigures,
  tree: BuiltTree | null,
  former: ActiveList | null,
): ListBody {
  const { dropId, kind, name = '', url } = load;
  const leftOut = load.leftOut?.() ?? 0;
  return {
    drop: dropId,
    kind,
    ...(name !== '' && { name }),
    version: (former?.version ?? 0) + 1,
    ...(load.tree?.isPart === true && { part: true }),
    list_id: 0,
    wallets,
    total,
    decimals: definition.token.decimals?.value ?? null,
    ...(tokens !== undefined && { tokens }),
    ...(leftOut > 0 && { left_out: leftOut }),
    sha256: load.sha256(),
    url,
    spread: kind === 'allocation' ? spread : null,
    ...(kind === 'allocation' && { quantiles }),
    tree: tree === null ? null : { format: tree.format, root: tree.root, root_published: tree.isRootPublished },
  };
}
