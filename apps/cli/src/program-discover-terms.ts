import { Argument, Option } from 'commander';
import type { DiscoverDeps } from './commands/discover-terms';
import { type Session, withDatabase } from './runtime';
import { integer } from './usage';

const ID_MAX = 2_147_483_647;

/** Dependencies of the commands of discovery. */
export const discoverDeps = (session: Session): DiscoverDeps => ({
  ...session,
  withDatabase: (work) => withDatabase(session, work),
});

/** Argument with the id of a candidate. */
export const candidateArgument = (name = 'candidate', description = 'id of the candidate'): Argument =>
  new Argument(`<${name}>`, description).argParser(integer(1, ID_MAX));

/** Option with the name of the operator of a decision; the default is known only when the command runs. */
export const byOption = (): Option =>
  new Option('--by <name>', 'name of the operator, stored with the decision (default: the user of the system)');

/** Name of the operator: as given, else the user of the system. */
export async function operatorOf(by: string | undefined): Promise<string> {
  if (by !== undefined) return by;
  const { userInfo } = await import('node:os');
  try {
    return userInfo().username;
  } catch {
    // The user of a container can have no name.
    return 'operator';
  }
}
