import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { runsWell } from './run-program';

/** A system user by its numbers. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const USER = 'postgres';

/** Whether this process is root, for whom PostgreSQL refuses to run. Never on Windows. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Who runs the server: null for ourselves, and for root the owner of the data
 * that is there already, or else the user `postgres`, who is created when absent.
 *
 * @param dataDirectories - where data may lie; the first that exists decides.
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
