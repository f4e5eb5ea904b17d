import type { ListKind } from '@droptrack/catalogue';
import { type Database, rollBackList } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { figuresOf, presentVersion, rethrowListError } from './lists-terms';

export interface RollBackArguments {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Null for the version before the active one. */
  readonly version: number | null;
  readonly dryRun: boolean;
}

export interface RollBackDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Activates an earlier version of a list. */
export async function rollBackLists(args: RollBackArguments, { withDatabase, output, now }: RollBackDeps) {
  const { dropId, kind, version, dryRun } = args;
  const { former, list } = await withDatabase((db) =>
    rollBackList(db, { dropId, kind, version, dryRun, nowMs: now().getTime() }),
  ).catch(rethrowListError);
  const shown = list === null ? null : presentVersion(list);
  const before = former === null ? '' : ` Previously: version ${former.version}, ${figuresOf({ kind, ...former })}.`;
  const figures = list === null ? '' : `: ${figuresOf(list)}`;
  output.result(
    { dry_run: dryRun, drop: dropId, kind, list: shown, former: former === null ? null : presentVersion(former) },
    `${dropId}: version ${shown?.version ?? ''} of the ${kind} list ${dryRun ? 'would become' : 'is'} active again` +
      `${figures}.${before}${dryRun ? ' Nothing was changed.' : ''}`,
  );
  return EXIT.done;
}
