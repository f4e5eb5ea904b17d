import { spawnSync } from 'node:child_process';

/** Packages of Debian that the Python client needs. */
const PYTHON_PACKAGES = ['python3-jsonschema', 'python3-dateutil'];
/** Debian's, which has Debian's packages. */
export const PYTHON = '/usr/bin/python3';

/** @returns the reason for which the Python client cannot run here; null if it can. */
export function installPython(): string | null {
  const isReady = () => spawnSync(PYTHON, ['-c', 'import jsonschema, dateutil.parser']).status === 0;
  if (isReady()) return null;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PYTHON_PACKAGES], { timeout: 120_000 });
  return isReady() ? null : `${PYTHON} lacks ${PYTHON_PACKAGES.join(' or ')}`;
}
