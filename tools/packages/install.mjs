// node tools/packages/install.mjs [folder…]: installs the packages of toolsets that `npm ci` leaves out, each from the lock file
// in its folder, without install scripts; all of them without arguments. A folder whose packages are there is skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders with a package.json and a package-lock.json of their own (docs/decisions/0068). */
export const TOOLSETS = [
  'tools/browser',
  'tools/chain',
  'tools/openapi/generators',
  'tools/release/registry',
  'tools/sdk/packages',
  'tools/sdk-docs',
  'tools/solana',
  'tools/words',
];

/** Errors of npm without a network. */
const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

/**
 * Installs the packages of a folder, unless they are there.
 *
 * @returns false if the registry is not reachable, which is an error in CI only: there, everything is tested.
 * @throws {Error} if the installation fails.
 */
export function installToolset(folder) {
  const directory = join(root, folder);
  const marker = join(directory, 'node_modules/.lock-hash');
  const wanted = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' });
  if (status === 0) {
    writeFileSync(marker, wanted);
    return true;
  }
  if (process.env.CI !== 'true' && UNREACHABLE.test(stderr)) {
    console.error(`the packages of ${folder} are not installed: the npm registry is not reachable`);
    return false;
  }
  throw new Error(`npm ci in ${folder}: ${error?.message ?? stderr.slice(-2_000)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2);
  for (const folder of folders.length > 0 ? folders : TOOLSETS) installToolset(folder);
}
