import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Errors of npm without a network. */
const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

/** Packages of Debian that the Python client needs. */
const PYTHON_PACKAGES = ['python3-jsonschema', 'python3-dateutil'];
/** Debian's, which has Debian's packages. */
export const PYTHON = '/usr/bin/python3';

/**
 * Installs the generators from their lock file, unless they are installed already.
 *
 * @returns the reason for which they cannot be installed here; null if they are installed.
 * @throws {Error} if the installation fails for any reason other than the network.
 */
export function installGenerators(): string | null {
  const marker = join(__dirname, 'node_modules/.lock-hash');
  const wanted = createHash('sha256')
    .update(readFileSync(join(__dirname, 'package-lock.json')))
    .digest('hex');
  if (contentOf(marker) === wanted) return null;
  // The newest generators state newer versions of Node than they need.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: __dirname, encoding: 'utf8', timeout: 300_000 });
  if (status !== 0 && UNREACHABLE.test(stderr)) return 'the npm registry is not reachable';
  if (status !== 0) throw new Error(`npm ci in ${__dirname}: ${stderr.slice(-2_000)}`);
  writeFileSync(marker, wanted);
  return null;
}

/** @returns the reason for which the Python client cannot run here; null if it can. */
export function installPython(): string | null {
  const isReady = () => spawnSync(PYTHON, ['-c', 'import jsonschema, dateutil.parser']).status === 0;
  if (isReady()) return null;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PYTHON_PACKAGES], { timeout: 120_000 });
  return isReady() ? null : `${PYTHON} lacks ${PYTHON_PACKAGES.join(' or ')}`;
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
