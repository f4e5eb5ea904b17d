import { join, resolve } from 'node:path';
import { findInstallation } from '@droptrack/program';

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
 * Paths of the installation of the running program.
 *
 * @param directory - directory of the running program.
 */
export function findPlaces(directory: string): Places {
  const root = findInstallation(directory) ?? resolve(directory, '../../..');
  return {
    root,
    migrations: join(root, 'prisma', 'migrations'),
    catalogue: join(root, 'prisma', 'catalogue'),
    api: resolve(directory, '..', 'api', 'main.js'),
    worker: resolve(directory, '..', 'worker', 'main.js'),
    explorer: resolve(directory, '..', 'explorer', 'main.js'),
  };
}
