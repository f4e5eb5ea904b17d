import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Root of the repository, also for a bundle in `dist`. */
const rootAbove = (directory: string): string =>
  existsSync(join(directory, 'nx.json')) ? directory : rootAbove(dirname(directory));

/** Reason why the packages of a toolset, such as `tools/chain`, cannot be used; null if those of its lock file are installed. */
export function missingPackages(toolset: string): string | null {
  const directory = join(rootAbove(__dirname), toolset);
  const marker = join(directory, 'node_modules/.lock-hash');
  const wanted = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return null;
  return `packages are missing: node tools/packages/install.mjs ${toolset}`;
}

/**
 * Loads packages of a toolset.
 *
 * @throws {Error} with the command that installs them.
 */
export function requireFrom(toolset: string): NodeJS.Require {
  const missing = missingPackages(toolset);
  if (missing !== null) throw new Error(missing);
  return createRequire(join(rootAbove(__dirname), toolset, 'package.json'));
}
