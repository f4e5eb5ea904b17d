import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { runsWell } from './run-program';

/** A system user by its ids. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const USER = 'postgres';

/** True when this process is root, as which PostgreSQL does not run. Always false on Windows. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * User that runs the server: null for the current user; for root the owner of existing data, or else the user `postgres`,
 * which is created when absent.
 *
 * @param dataDirectories - candidates for the data; the first that exists decides.
 * @throws {EmbeddedPostgresError} when the user is absent and cannot be created.
 */
export async function serverAccount(dataDirectories: readonly string[]): Promise<Account | null> {
  if (!isRoot()) return null;
  for (const directory of dataDirectories) {
    const owner = await stat(directory).catch(() => null);
    if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  const account = (await findUser()) ?? (await createUser());
  if (account !== null) return account;
  throw new EmbeddedPostgresError(`it does not run as root, and the user "${USER}" cannot be created`);
}

async function createUser(): Promise<Account | null> {
  const made = await runsWell('useradd', ['--system', '--user-group', '--no-create-home', USER], null);
  return made ? findUser() : null;
}

async function findUser(): Promise<Account | null> {
  const id = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, USER], { encoding: 'utf8' })).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    return null;
  }
}
