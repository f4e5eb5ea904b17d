import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { type Account, isRoot } from './account';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { runsWell } from './run-program';

/** Paths of the programs of one PostgreSQL installation. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

/** Directory to which root copies binaries that other users cannot reach. */
const CACHE = '/var/cache/droptrack';

/**
 * Finds PostgreSQL's programs and makes them usable by `account`.
 *
 * Uses them where npm installed them. When they do not run there (below a home of mode 700, or in a read-only tree without
 * the links) they are copied once: by root to /var/cache/droptrack, by other users into `home`.
 *
 * Uses only the binaries of the npm package, not its JavaScript: that wrapper leaves the `error` event of a child unhandled,
 * does not detect another server on the same data, and has no timeout for stopping.
 *
 * @throws {EmbeddedPostgresError} without binaries that run on this platform.
 */
export async function usableBinaries(
  home: string,
  account: Account | null,
  log: (line: string) => void,
): Promise<Binaries> {
  const packageDirectory = locatePackage();
  const installed = join(packageDirectory, 'native');
  await mend(installed).catch(() => undefined);
  if (await work(installed, account)) return programs(installed);

  const { version } = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')) as { version: string };
  const copy = join(isRoot() ? CACHE : home, `pg-${version}`);
  if (!(await work(copy, account))) {
    log(`PostgreSQL's programs cannot be run from ${installed}; copying them to ${copy}`);
    await copyWhole(installed, copy);
  }
  if (await work(copy, account)) return programs(copy);
  throw new EmbeddedPostgresError(`its programs do not run, neither from ${installed} nor from ${copy}`);
}

/** Resolved from `embedded-postgres`, because the package of the platform is a dependency of it. */
function locatePackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(__filename).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new EmbeddedPostgresError(`this installation brings no programs for ${platform}`, { cause });
  }
}

function programs(native: string): Binaries {
  const path = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: path('initdb'), pgCtl: path('pg_ctl'), postgres: path('postgres') };
}

/** `--version` proves that the program is reachable, executable, and finds its libraries. */
async function work(native: string, account: Account | null): Promise<boolean> {
  const { initdb, postgres } = programs(native);
  return (await runsWell(postgres, ['--version'], account)) && (await runsWell(initdb, ['--version'], account));
}

/**
 * Creates the symbolic links of the libraries, which npm does not pack: the install script of the package does the same,
 * but may be blocked.
 */
async function mend(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(native), target)).catch(unless('EEXIST'));
  }
  await Promise.all(Object.values(programs(native)).map((file) => chmod(file, 0o755)));
}

/** Copies to a temporary name first, so that an interrupted copy is never used. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.${randomBytes(4).toString('hex')}/native`;
  try {
    await mkdir(dirname(partial), { recursive: true });
    await chmod(dirname(to), 0o755);
    await cp(from, partial, { recursive: true, verbatimSymlinks: true });
    await mend(partial);
    await rm(to, { recursive: true, force: true });
    await rename(partial, to).catch(unless('ENOTEMPTY'));
  } catch (cause) {
    throw new EmbeddedPostgresError(`its programs could not be copied to ${to}`, { cause });
  } finally {
    await rm(dirname(partial), { recursive: true, force: true });
  }
}

function unless(expected: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== expected) throw error;
  };
}
