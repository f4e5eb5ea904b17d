import type { ListKind } from '@droptrack/catalogue';
import {
  type Database,
  ListVersionError,
  type ListSwitchReport,
  purgeLists,
  type PurgeReport,
  removeList,
} from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import { count } from '../output/count';
import { askYes, type AskDeps } from './lists-ask-yes';
import { figuresOf, presentVersion, rethrowListError } from './lists-terms';

export interface RemoveListArguments {
  readonly dropId: string;
  readonly kind: ListKind;
  /** The rows of all its versions as well. */
  readonly purge: boolean;
  /** Confirmed beforehand. */
  readonly yes: boolean;
}

export interface RemoveListDeps extends AskDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
}

/** Takes a drop's list out of force, and on demand deletes the rows of all its versions. */
export async function removeLists(args: RemoveListArguments, deps: RemoveListDeps): Promise<number> {
  const { dropId, kind, purge, yes } = args;
  const { output, withDatabase, now } = deps;
  return withDatabase(async (db) => {
    const of = { dropId, kind, nowMs: now().getTime() };
    const trial = await remove(db, { ...of, dryRun: true }, purge);
    if (!yes) await askYes(questionOf(args, trial), deps);
    const { former } = await remove(db, of, purge);
    const onRows = (rows: number): void => output.progress(`Deleting: ${rows} rows`);
    const purged = purge ? await purgeLists(db, of, onRows) : null;
    const document = { drop: dropId, kind, former: former === null ? null : presentVersion(former), purged };
    output.result(document, describe(args, former, purged));
    return EXIT.done;
  }).catch(rethrowListError);
}

/** Without a list in force there can still be rows to delete. */
async function remove(db: Database, of: Parameters<typeof removeList>[1], purge: boolean): Promise<ListSwitchReport> {
  try {
    return await removeList(db, of);
  } catch (error) {
    if (purge && error instanceof ListVersionError && error.reason === 'none') return { former: null, list: null };
    throw error;
  }
}

function questionOf({ dropId, kind, purge }: RemoveListArguments, { former }: ListSwitchReport): string {
  const force =
    former === null
      ? ''
      : `Take version ${former.version} of the ${kind} list of ${dropId} (${figuresOf({ kind, ...former })}) out of force`;
  const rows = `elete the rows of every version of the ${kind} list of ${dropId}, for good`;
  if (former === null) return `D${rows}?`;
  return purge ? `${force}, and d${rows}?` : `${force}?`;
}

function describe(
  { dropId, kind }: RemoveListArguments,
  former: ListSwitchReport['former'],
  purged: PurgeReport | null,
): string {
  const force =
    former === null
      ? `${dropId}: no ${kind} list was in force.`
      : `${dropId}: version ${former.version} of the ${kind} list is out of force.`;
  if (purged === null) return `${force} Its rows are kept: droptrack lists rollback ${dropId} puts it in force again.`;
  return `${force} ${count(purged.rows, 'row')} of ${count(purged.versions.length, 'version')} deleted.`;
}
