import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun } from '../board/command';

/** Compilers from the oldest that is promised to the newest; `typescript` is the project's own. */
export const COMPILERS = ['typescript-5.0', 'typescript-5.4', 'typescript', 'typescript-6', 'typescript-7'] as const;
export type Compiler = (typeof COMPILERS)[number];

/** The program `tsc` of a compiler. */
export const compilerAt = (root: string, compiler: Compiler): string =>
  join(compiler === 'typescript' ? root : home(root), 'node_modules', compiler, 'bin/tsc');

/**
 * Installs what users compile with, from a lock file of its own; does nothing where that was done.
 *
 * @throws {CheckFailure} with what npm said.
 */
export async function installCompilers(root: string): Promise<void> {
  const wanted = await versionsIn(join(home(root), 'package-lock.json'));
  const present = await versionsIn(join(home(root), 'node_modules/.package-lock.json')).catch(() => ({}));
  if (JSON.stringify(wanted) === JSON.stringify(present)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await mustRun('npm', args, { cwd: home(root), patienceMs: 300_000 });
}

const home = (root: string): string => join(root, 'tools/sdk/compilers');

/** Versions of the compilers themselves, in one order. */
async function versionsIn(lockFile: string): Promise<Record<string, string | undefined>> {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as {
    packages: Record<string, { version: string } | undefined>;
  };
  return Object.fromEntries(COMPILERS.map((name) => [name, packages[`node_modules/${name}`]?.version]));
}
