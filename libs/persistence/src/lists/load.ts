import { type DropDefinition, type ListBody, listEntityId, type ListKind } from '@droptrack/catalogue';
import type { Database, Transaction } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { appendRevisions } from '../log/append';
import { assertUnchanged, lockList, readDefinition } from './drop';
import { settleDuplicates, withDistinctWallets } from './duplicates';
import { assertExpected, type ExpectedFigures, type ListFigures, readFigures } from './figures';
import type { DuplicateRule, ListRows, ListTree } from './list-row';
import { READ_TIMEOUT_MS, type StagedRows, stageRows } from './stage';
import { changedFacts, changeHeader, type ListHeaderFact, mergedHeader } from './header';
import { hasSameRows, type InForce, nextVersion, putInForce, readInForce, storeRows } from './store';
import { type BuiltTree, buildTree } from './tree';

/** What must come out of a list, or it is refused. */
export interface ListExpectations extends ExpectedFigures {
  /** 0x and 64 hex digits; null where nobody knows it. */
  readonly root: string | null;
}

/** What a load does, in this order; those that a list does not need are left out. */
export const LOAD_PHASES = ['waiting', 'reading', 'checking', 'tree', 'storing'] as const;
export type LoadPhase = (typeof LOAD_PHASES)[number];

export interface ListLoad {
  readonly dropId: string;
  readonly kind: ListKind;
  /**
   * The rows, for a drop that is defined like this. What it throws takes everything back.
   * Wallets are of a family that the drop counts, amounts in base units of its token.
   */
  readonly rows: (definition: DropDefinition) => ListRows;
  /** Of the file that the rows come from, hex; asked for once they have been read. */
  readonly sha256: () => string;
  /** Where the file was published. */
  readonly url: string | null;
  /** How the file is written, such as `csv`; null when not given. Asked for once the rows have been read. */
  readonly format?: () => string | null;
  /** `refuse` when not given. */
  readonly duplicates?: DuplicateRule;
  /** The tree that its proofs come from; none when not given. Its root is an expectation too. */
  readonly tree?: ListTree | null;
  /** What the caller or the files say must come out; asked for once the rows have been read. */
  readonly expect?: () => ListExpectations;
  /**
   * Looks at what the list comes to before anything is stored, for a drop that is defined like this; throws to refuse it.
   */
  readonly review?: (figures: ListFigures, definition: DropDefinition) => void;
  /** Does it all but the storing and takes it back, so that whatever would refuse it does; false when not given. */
  readonly dryRun?: boolean;
  /** Told how far it is: at the start of each phase, and within `tree` by leaves. */
  readonly onPhase?: (phase: LoadPhase, done: number, all: number | null) => void;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What a load did, or would do. */
export interface ListReport {
  /**
   * `unchanged`: the list in force is the same already, and nothing was written. `header_changed`: its rows are, and only
   * facts beside them were written.
   */
  readonly outcome: 'loaded' | 'unchanged' | 'header_changed';
  /** Facts of the header that changed; empty unless the outcome is `header_changed`. */
  readonly changed: readonly ListHeaderFact[];
  /** Rows of the file; more than the wallets where some were summed. */
  readonly rows: number;
  /** As the log has it now. */
  readonly list: ListBody;
  /** The list that was in force before; null without one. */
  readonly former: Pick<ListBody, 'version' | 'wallets' | 'total'> | null;
  /** Of the drop, as the rows were read by it. */
  readonly definition: DropDefinition;
}

/** While the drop and the log are locked, others wait: then a statement may take no longer than theirs. */
const SWITCH_TIMEOUT_MS = 30_000;
/** For the sorting of rows, for this transaction only: of a million with leaves and indexes 126 MB need not go to disk. */
const WORK_MEMORY = '160MB';
const NOTHING_EXPECTED: ListExpectations = { root: null, total: null, wallets: null };

/**
 * Puts a list in force: into a new version beside the old, then switched, with the revision that tells it, all in
 * one transaction. A list that is refused leaves no trace, and the former one in force. Versions are kept.
 *
 * The same file to the same rows changes nothing; where facts beside the rows differ, such as its address, these are
 * changed and no row is written.
 *
 * @throws {ListDropError} for a drop that is unknown or archived, or whose definition changes meanwhile.
 * @throws {ListRefusedError} {DatabaseUnavailableError} {DatabaseRefusedError} and what the rows throw.
 */
export async function loadList(db: Database, load: ListLoad): Promise<ListReport> {
  const report = await transactionOrDryRun(db, load.dryRun === true, (sql) => loadIn(sql, load));
  if (report.outcome === 'loaded' && load.dryRun !== true) await describeRows(db);
  return report;
}

/**
 * Has whoever looks up rows and proofs plan anew: plans that connections keep from when there were few read all of them,
 * for each proof again. By itself the database would notice within a minute, more or less. After the commit, since others
 * would wait for it; the list is in force, whatever becomes of this.
 */
async function describeRows(db: Database): Promise<void> {
  await db.query('ANALYZE list_rows, list_nodes').catch(() => undefined);
}

async function loadIn(sql: Transaction, load: ListLoad): Promise<ListReport> {
  const { dropId, duplicates: rule = 'refuse', tree = null, onPhase = () => undefined } = load;
  await sql.allow(READ_TIMEOUT_MS);
  onPhase('waiting', 0, null);
  await lockList(sql, dropId);
  const definition = await readDefinition(sql, dropId);
  await sql.query(`SELECT set_config('work_mem', $1, true)`, [WORK_MEMORY]);
  onPhase('reading', 0, null);
  const staged = await stageRows(sql, load.rows(definition), tree);

  onPhase('checking', 0, staged.rows);
  // On trial nothing is stored that would find them.
  const wallets = rule === 'refuse' && load.dryRun !== true ? 'later' : 'now';
  await settleDuplicates(sql, staged, { rule, tree, wallets });
  const put = (): Promise<ListReport> => putStaged(sql, load, definition, staged);
  return wallets === 'later' ? withDistinctWallets(sql, staged, put) : put();
}

/** Puts in force what is staged, unless it is in force already. */
async function putStaged(
  sql: Transaction,
  load: ListLoad,
  definition: DropDefinition,
  staged: StagedRows,
): Promise<ListReport> {
  const { dropId, kind, tree = null, onPhase = () => undefined } = load;
  const expected = load.expect?.() ?? NOTHING_EXPECTED;
  const figures = await readFigures(sql);
  assertExpected(figures, expected);
  load.review?.(figures, definition);
  const built =
    tree === null
      ? null
      : await buildTree(
          sql,
          tree,
          { staged, wallets: figures.wallets, expectRoot: (tree.expectRoot ?? expected.root)?.toLowerCase() ?? null },
          (leaves) => onPhase('tree', leaves, figures.wallets),
        );
  const former = await readInForce(sql, dropId, kind);
  const list = bodyOf(load, definition, figures, built, former);
  const report = { rows: staged.rows, former, definition };
  if (former !== null && (await hasSameRows(sql, list, former))) {
    const same = mergedHeader(list, former);
    const changed = changedFacts(same, former);
    if (changed.length === 0) return { ...report, outcome: 'unchanged', changed, list: same };
    await lockDrop(sql, dropId, definition);
    const body = load.dryRun === true ? same : await changeHeader(sql, same, load.nowMs);
    return { ...report, outcome: 'header_changed', changed, list: body };
  }
  const body = await store(sql, load, { list, built, definition, staged });
  return { ...report, outcome: 'loaded', changed: [], list: body };
}

/** From here on others that derive what the drop shows wait. @throws {ListDropError} when its definition changed. */
async function lockDrop(sql: Transaction, dropId: string, definition: DropDefinition): Promise<void> {
  await sql.allow(SWITCH_TIMEOUT_MS);
  assertUnchanged(definition, await readDefinition(sql, dropId, 'FOR NO KEY UPDATE'));
}

interface Staged {
  readonly list: ListBody;
  readonly built: BuiltTree | null;
  readonly definition: DropDefinition;
  readonly staged: StagedRows;
}

async function store(sql: Transaction, load: ListLoad, { list, built, definition, staged }: Staged): Promise<ListBody> {
  const { dropId, kind, nowMs, onPhase = () => undefined } = load;
  onPhase('storing', 0, list.wallets);
  // What is taken back all the same would leave as much to clean up behind it.
  const listId = load.dryRun === true ? 0 : await storeRows(sql);
  await lockDrop(sql, dropId, definition);
  const body: ListBody = { ...list, list_id: listId, version: await nextVersion(sql, dropId, kind) };
  if (load.dryRun === true) return body;
  await putInForce(sql, body, { format: load.format?.() ?? null, rows: staged.rows, tree: built });
  await new RecomputeQueue(sql).enqueue([dropId], nowMs);
  await appendRevisions(sql, [{ entity: 'list', id: listEntityId(dropId, kind), body, cause: 'list' }]);
  return body;
}

/** With the identity that it gets only when it is put in force. */
function bodyOf(
  load: ListLoad,
  definition: DropDefinition,
  { wallets, total, spread }: ListFigures,
  tree: BuiltTree | null,
  former: InForce | null,
): ListBody {
  const { dropId, kind, url } = load;
  return {
    drop: dropId,
    kind,
    version: (former?.version ?? 0) + 1,
    list_id: 0,
    wallets,
    total,
    decimals: definition.token.decimals?.value ?? null,
    sha256: load.sha256(),
    url,
    spread: kind === 'allocation' ? spread : null,
    tree: tree === null ? null : { format: tree.format, root: tree.root, root_published: tree.isRootPublished },
  };
}
