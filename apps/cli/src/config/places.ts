import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where the parts of an installation lie; all absolute. */
export interface Places {
  /** The clone, or what a deployment has in its stead: the directory that holds `prisma/`. */
  readonly root: string;
  readonly migrations: string;
  /** The catalogue that comes with the service. */
  readonly catalogue: string;
  /** The programs of the service, which are built beside the command line's. */
  readonly api: string;
  readonly worker: string;
}

/**
 * Finds the installation that a file belongs to, by going up from its directory.
 * The working directory has no say, so commands work from anywhere.
 *
 * @param directory - of the running program.
 */
export function findPlaces(directory: string): Places {
  const root = findUp(directory) ?? resolve(directory, '../../..');
  return {
    root,
    migrations: join(root, 'prisma', 'migrations'),
    catalogue: join(root, 'prisma', 'catalogue'),
    api: resolve(directory, '..', 'api', 'main.js'),
    worker: resolve(directory, '..', 'worker', 'main.js'),
  };
}

function findUp(directory: string): string | null {
  if (existsSync(join(directory, 'prisma', 'migrations'))) return directory;
  const parent = dirname(directory);
  return parent === directory ? null : findUp(parent);
}
