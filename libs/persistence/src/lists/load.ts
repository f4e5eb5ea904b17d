import { type DropDefinition, type ListBody, listEntityId, type ListKind, walletFamilies } from '@droptrack/catalogue';
import type { Database, Sql, Transaction } from '../database/database';
import { transactionOrDryRun } from '../database/dry-run';
import { markDue } from '../dues/mark';
import { appendRevisions } from '../log/append';
import { ListDropError } from './errors';
import { type DuplicateRule, type ListFigures, type ListRows, stageRows } from './stage';
import { type InForce, isSame, nextVersion, putInForce, readInForce, storeRows } from './store';

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
  /** `refuse` when not given. */
  readonly duplicates?: DuplicateRule;
  /** Does it all and takes it back, so that whatever would refuse it does; false when not given. */
  readonly dryRun?: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What a load did, or would do. */
export interface ListReport {
  /** `unchanged`: the list in force is the same already, and nothing was written. */
  readonly outcome: 'loaded' | 'unchanged';
  /** Rows of the file; more than the wallets where some were summed. */
  readonly rows: number;
  /** As the log has it now. */
  readonly list: ListBody;
  /** The list that was in force before; null without one. */
  readonly former: Pick<ListBody, 'version' | 'wallets' | 'total'> | null;
  /** Of the drop, as the rows were read by it. */
  readonly definition: DropDefinition;
}

/** Loads of one drop wait for each other, and for nothing else: the drop itself is locked only to switch. */
const LOAD_LOCK = 7_310_003;

/**
 * Puts a list in force: into a new version beside the old, then switched, with the revision that tells it, all in
 * one transaction. A list that is refused leaves no trace, and the former one in force. Versions are kept.
 *
 * The same file to the same rows changes nothing.
 *
 * @throws {ListDropError} for a drop that is unknown or archived, or whose definition changes meanwhile.
 * @throws {ListRefusedError} {DatabaseUnavailableError} {DatabaseRefusedError} and what the rows throw.
 */
export function loadList(db: Database, load: ListLoad): Promise<ListReport> {
  return transactionOrDryRun(db, load.dryRun === true, (sql) => loadIn(sql, load));
}

async function loadIn(sql: Transaction, load: ListLoad): Promise<ListReport> {
  const { dropId, kind, duplicates = 'refuse', nowMs } = load;
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOAD_LOCK, dropId]);
  const definition = await readDefinition(sql, dropId);
  const figures = await stageRows(sql, load.rows(definition), duplicates);
  const former = await readInForce(sql, dropId, kind);
  const list = bodyOf(load, definition, figures, former);
  if (former !== null && (await isSame(sql, list, former))) {
    const same = { ...list, ...identityOf(former) };
    return { outcome: 'unchanged', rows: figures.rows, list: same, former, definition };
  }

  const listId = await storeRows(sql);
  // From here on whoever derives what the drop shows waits.
  assertUnchanged(definition, await readDefinition(sql, dropId, 'FOR NO KEY UPDATE'));
  const body: ListBody = { ...list, list_id: listId, version: await nextVersion(sql, dropId, kind) };
  await putInForce(sql, body);
  await markDue(sql, [dropId], nowMs);
  await appendRevisions(sql, [{ entity: 'list', id: listEntityId(dropId, kind), body, cause: 'list' }]);
  return { outcome: 'loaded', rows: figures.rows, list: body, former, definition };
}

/** @throws {ListDropError} */
async function readDefinition(sql: Sql, dropId: string, lock = ''): Promise<DropDefinition> {
  const [drop] = await sql.query<{ definition: DropDefinition; isArchived: boolean }>(
    `SELECT definition, archived_at IS NOT NULL AS "isArchived" FROM drops WHERE id = $1 ${lock}`,
    [dropId],
  );
  if (drop === undefined) throw new ListDropError(dropId, 'unknown');
  if (drop.isArchived) throw new ListDropError(dropId, 'archived');
  return drop.definition;
}

/** What the rows were read by: how many base units a token has, and whose wallets count. */
function assertUnchanged(before: DropDefinition, after: DropDefinition): void {
  const basis = (drop: DropDefinition) => JSON.stringify([drop.token.decimals?.value ?? null, walletFamilies(drop)]);
  if (basis(before) !== basis(after)) throw new ListDropError(after.id, 'changed');
}

const identityOf = ({ list_id, version }: InForce) => ({ list_id, version });

/** With the identity that it gets only when it is put in force. */
function bodyOf(load: ListLoad, definition: DropDefinition, figures: ListFigures, former: InForce | null): ListBody {
  const { dropId, kind, url } = load;
  const { wallets, total } = figures;
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
    spread: kind === 'allocation' ? figures.spread : null,
  };
}
