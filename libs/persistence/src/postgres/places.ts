import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot } from './account';
import { EmbeddedPostgresError } from './embedded-postgres.error';

/** Data directory of root, for homes that the user of the server cannot enter. */
export const STATE = '/var/lib/droptrack';

/** Paths of one embedded server, without links and relative parts. */
export interface Places {
  readonly home: string;
  /** Candidates for the data, the default first. */
  readonly dataDirectories: readonly string[];
  /** Output of the server and its tools. */
  readonly logFile: string;
  /** Password of the role, mode 0600. */
  readonly passwordFile: string;
  /** Processes that use the server, see {@link Holders}. */
  readonly holdersDirectory: string;
}

/** @returns null when the home does not exist. */
export async function placesOf(home: string): Promise<Places | null> {
  const real = await realpath(home).catch(() => null);
  if (real === null) return null;
  const elsewhere = join(STATE, createHash('sha256').update(real).digest('hex').slice(0, 16));
  return {
    home: real,
    dataDirectories: [join(real, 'postgres', 'data'), ...(isRoot() ? [join(elsewhere, 'data')] : [])],
    logFile: join(real, 'postgres.log'),
    passwordFile: join(real, 'postgres.password'),
    holdersDirectory: join(real, 'postgres.holders'),
  };
}

/**
 * Directory of the data; null before the first start.
 *
 * @throws {EmbeddedPostgresError} when this user may not enter it.
 */
export async function findData({ dataDirectories }: Places): Promise<string | null> {
  for (const directory of dataDirectories) if (await exists(directory)) return directory;
  return null;
}

/** @throws {EmbeddedPostgresError} when it is missing and cannot be created. */
export async function makeHome(home: string): Promise<Places> {
  const failure: unknown = await mkdir(home, { recursive: true }).then(
    () => null,
    (error: unknown) => error,
  );
  const places = await placesOf(home);
  if (places !== null && failure === null) return places;
  throw new EmbeddedPostgresError(`the directory ${home} cannot be made`, { cause: failure });
}

/** Creates the password of the role, 24 random bytes, unless an earlier start has. */
export async function makePassword({ passwordFile }: Places): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const written = writeFile(passwordFile, password, { flag: 'wx', mode: 0o600 });
  await written.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readPassword(passwordFile);
}

/** @throws {EmbeddedPostgresError} when it is missing, empty, or owned by another user. */
export async function readPassword(passwordFile: string): Promise<string> {
  const password = await readFile(passwordFile, 'utf8').catch((cause: unknown) => {
    throw new EmbeddedPostgresError(`the password of the data, ${passwordFile}, cannot be read`, { cause });
  });
  if (password !== '') return password;
  throw new EmbeddedPostgresError(`the password of the data, ${passwordFile}, is empty`);
}

async function exists(directory: string): Promise<boolean> {
  const failure: NodeJS.ErrnoException | null = await access(directory).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
  if (failure !== null && failure.code !== 'ENOENT') {
    throw new EmbeddedPostgresError(`${directory} belongs to another user (it was first started by root?)`, {
      cause: failure,
    });
  }
  return failure === null;
}
