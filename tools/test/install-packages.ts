import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Enough for the packages of a slow registry; an unreachable one fails within seconds. */
const INSTALL_MS_MAX = 180_000;
const FLAGS = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];

/** Folder with packages in its `node_modules`. */
export interface InstalledPackages {
  readonly folder: string;
  remove(): void;
}

/**
 * Installs packages that are too large for the lock file into a temporary folder. It blocks, because Jest must know whether
 * the tests of a file can run when it reads them.
 *
 * @returns null, with the printed reason, where they cannot be installed.
 * @throws {Error} in CI, which has a registry: a test that is always skipped protects nothing.
 */
export function installPackages(...packages: readonly string[]): InstalledPackages | null {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-packages-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = { cwd: folder, timeout: INSTALL_MS_MAX, encoding: 'utf8' } as const;
  const { status, stderr, error } = spawnSync('npm', ['install', ...FLAGS, ...packages], options);
  if (status === 0) return { folder, remove };
  remove();
  const reason = `${packages.join(' ')} cannot be installed: ${error?.message ?? stderr.slice(0, 200)}`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`Skipped: ${reason}\n`);
  return null;
}
