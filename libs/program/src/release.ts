import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ExpectedError } from './process';
import { version } from '../../../package.json';

/** Version of this program, such as `0.1.0`. */
export const PROGRAM_VERSION = version;

/**
 * Root of the installation of a running program, found by walking up from its directory: the clone, or the root of a
 * deployment, which contains `prisma/migrations`. The working directory has no effect, so programs start from any directory.
 *
 * @param directory - directory of the running program.
 * @returns null for a program without an installation.
 */
export function findInstallation(directory: string): string | null {
  if (existsSync(join(directory, 'prisma', 'migrations'))) return directory;
  const parent = dirname(directory);
  return parent === directory ? null : findInstallation(parent);
}

/**
 * Commit that the running program was built from, which the build of an installation writes into its package.json.
 *
 * @param directory - directory of the running program.
 * @returns empty in a clone, and where the build did not know it.
 */
export function commitOf(directory: string): string {
  const manifest = join(findInstallation(directory) ?? directory, 'package.json');
  if (!existsSync(manifest)) return '';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { commit?: string }).commit ?? '';
}

/**
 * Version and migrations of the running program.
 *
 * @param directory - directory of the running program.
 * @throws {ExpectedError} `incomplete_installation`.
 */
export function releaseOf(directory: string): { readonly version: string; readonly migrations: string } {
  const root = findInstallation(directory);
  if (root !== null) return { version: PROGRAM_VERSION, migrations: join(root, 'prisma', 'migrations') };
  const problem = `This installation is incomplete: there is no prisma/migrations in ${directory} or above`;
  throw new ExpectedError('incomplete_installation', `${problem}; install Droptrack again`);
}
