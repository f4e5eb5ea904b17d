import { compareVersions, type Database, listTitle } from '@droptrack/persistence';
import type { ListKind } from '@droptrack/catalogue';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { describeDifference, type ListSide, presentDifference } from './describe-difference';
import { figuresOf, parseListName, presentVersion, rethrowListError } from './lists-terms';

export interface DiffListsArguments {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Null for the unnamed list. */
  readonly name?: string | null;
  readonly before: number;
  /** Null for the active version. */
  readonly after: number | null;
  /** Maximum number of examples per change. */
  readonly examples: number;
  /** Shows the wallets of examples in full. */
  readonly showWallets: boolean;
}

interface DiffListsDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
}

/**
 * Compares two versions of a list: added, removed and changed wallets.
 *
 * @throws {CliError} for an unknown drop or version, and for one whose rows are deleted.
 */
export async function diffLists(args: DiffListsArguments, { withDatabase, output }: DiffListsDeps): Promise<number> {
  const { dropId, kind, name = null, before, after, examples: examplesMax, showWallets } = args;
  const list = { dropId, kind, name: parseListName(name) };
  output.progress('Comparing …');
  const compared = await withDatabase((db) => compareVersions(db, { ...list, before, after, examplesMax })).catch(
    rethrowListError,
  );
  const versions = { before: presentVersion(compared.before), after: presentVersion(compared.after) };
  const text = (side: ListSide): string => `version ${side.version} (${figuresOf({ kind, ...side })})`;
  output.result(
    { drop: dropId, kind, name, ...versions, ...presentDifference(compared.difference, showWallets) },
    `${dropId}: ${listTitle({ kind, name })}, from ${text(compared.before)} to ${text(compared.after)}\n\n` +
      describeDifference({ kind, ...compared, showWallets }),
  );
  return EXIT.done;
}
