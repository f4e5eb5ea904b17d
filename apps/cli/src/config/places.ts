import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Paths of an installation; all absolute. */
export interface Places {
  /** Directory that contains `prisma/`: the clone, or the root of a deployment. */
  readonly root: string;
  readonly migrations: string;
  /** Catalogue that is shipped with the service. */
  readonly catalogue: string;
  /** Built programs of the service, beside the command line. */
  readonly api: string;
  readonly worker: string;
  readonly explorer: string;
}

/**
 * Installation of the running program, found by walking up from its directory. The working directory has no effect, so
 * commands work from any directory.
 *
 * @param directory - directory of the running program.
 */
export function findPlaces(directory: string): Places {
  const root = findUp(directory) ?? resolve(directory, '../../..');
  return {
    root,
    migrations: join(root, 'prisma', 'migrations'),
    catalogue: join(root, 'prisma', 'catalogue'),
    api: resolve(directory, '..', 'api', 'main.js'),
    worker: resolve(directory, '..', 'worker', 'main.js'),
    explorer: resolve(directory, '..', 'explorer', 'main.js'),
  };
}

function findUp(directory: string): string | null {
  if (existsSync(join(directory, 'prisma', 'migrations'))) return directory;
  const parent = dirname(directory);
  return parent === directory ? null : findUp(parent);
}
