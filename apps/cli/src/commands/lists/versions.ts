import type { ListKind } from '@droptrack/catalogue';
import {
  type Database,
  type ListSwitchReport,
  listTitle,
  ListVersionError,
  purgeLists,
  type PurgeReport,
  removeList,
  rollBackList,
} from '@droptrack/persistence';
import { EXIT } from '../../output/cli-error';
import { count } from '../../output/format';
import type { DatabaseSession, Session } from '../../session/session';
import { askYes } from '../../output/ask-yes';
import { figuresOf, parseListName, presentVersion, rethrowListError } from './terms';

export interface RollBackLists {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Null for the unnamed list. */
  readonly name: string | null;
  /** Null for the version before the active one. */
  readonly to: number | null;
  readonly dryRun: boolean;
}

type VersionsSession = DatabaseSession & Pick<Session, 'now'>;

/** Activates an earlier version of a list. */
export async function rollBackLists(args: RollBackLists, { withDatabase, output, now }: VersionsSession) {
  const { dropId, kind, name, to: version, dryRun } = args;
  const of = { dropId, kind, name: parseListName(name) };
  const { former, list } = await withDatabase((db) =>
    rollBackList(db, { ...of, version, dryRun, nowMs: now().getTime() }),
  ).catch(rethrowListError);
  const shown = list === null ? null : presentVersion(list);
  const before = former === null ? '' : ` Previously: version ${former.version}, ${figuresOf({ kind, ...former })}.`;
  const figures = list === null ? '' : `: ${figuresOf(list)}`;
  output.result(
    { dry_run: dryRun, drop: dropId, kind, name, list: shown, former: former === null ? null : presentVersion(former) },
    `${dropId}: version ${shown?.version ?? ''} of the ${listTitle(args)} ${dryRun ? 'would become' : 'is'} active again` +
      `${figures}.${before}${dryRun ? ' Nothing was changed.' : ''}`,
  );
  return EXIT.done;
}

export interface RemoveLists {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Null for the unnamed list. */
  readonly name: string | null;
  /** Also deletes the rows of all versions. */
  readonly purge: boolean;
  /** Skips the confirmation. */
  readonly yes: boolean;
}

/** Deactivates a drop's list, and optionally deletes the rows of all its versions. */
export async function removeLists(
  args: RemoveLists,
  session: VersionsSession & Pick<Session, 'stdin'>,
): Promise<number> {
  const { dropId, kind, name, purge, yes } = args;
  const list = { dropId, kind, name: parseListName(name) };
  const { output, withDatabase, now } = session;
  return withDatabase(async (db) => {
    const of = { ...list, nowMs: now().getTime() };
    const trial = await remove(db, { ...of, dryRun: true }, purge);
    if (!yes) await askYes(questionOf(args, trial), session);
    const { former } = await remove(db, of, purge);
    const onRows = (rows: number): void => output.progress(`Deleting: ${rows} rows`);
    const purged = purge ? await purgeLists(db, of, onRows) : null;
    const document = { drop: dropId, kind, name, former: former === null ? null : presentVersion(former), purged };
    output.result(document, describe(args, former, purged));
    return EXIT.done;
  }).catch(rethrowListError);
}

/** Deactivates the list. With `purge` a missing active list is no error, as there may still be rows to delete. */
async function remove(db: Database, of: Parameters<typeof removeList>[1], purge: boolean): Promise<ListSwitchReport> {
  try {
    return await removeList(db, of);
  } catch (error) {
    if (purge && error instanceof ListVersionError && error.reason === 'none') return { former: null, list: null };
    throw error;
  }
}

function questionOf(args: RemoveLists, { former }: ListSwitchReport): string {
  const { dropId, kind, purge } = args;
  const title = listTitle(args);
  const deactivate =
    former === null
      ? ''
      : `Deactivate version ${former.version} of the ${title} of ${dropId} (${figuresOf({ kind, ...former })})`;
  const rows = `elete the rows of every version of the ${title} of ${dropId} permanently`;
  if (former === null) return `D${rows}?`;
  return purge ? `${deactivate} and d${rows}?` : `${deactivate}?`;
}

function describe(args: RemoveLists, former: ListSwitchReport['former'], purged: PurgeReport | null): string {
  const { dropId, kind, name } = args;
  const title = listTitle(args);
  const deactivated =
    former === null
      ? `${dropId}: no ${title} was active.`
      : `${dropId}: version ${former.version} of the ${title} is no longer active.`;
  if (purged === null) {
    const which = `${kind === 'exclusion' ? ' --kind exclusion' : ''}${name === null ? '' : ` --name ${name}`}`;
    return `${deactivated} Its rows are kept; activate it again with: droptrack lists rollback ${dropId}${which}`;
  }
  return `${deactivated} ${count(purged.rows, 'row')} of ${count(purged.versions.length, 'version')} deleted.`;
}
