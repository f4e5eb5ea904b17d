import { copyFile, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckRunner } from '../check-runner';
import { mustRun, mustRunNode } from '../command';
import { type Consumer, consumerEnvironment } from './demo-api';

/**
 * Oldest and newest supported compiler. The project's own version, between them, compiles the README's first program and
 * the examples.
 */
const COMPILERS = ['typescript-5.0', 'typescript-7'] as const;
export type Compiler = (typeof COMPILERS)[number] | 'typescript';

/** Sources and outputs per module resolution. */
const RESOLUTIONS = {
  node16: { sources: ['typed.mts', 'typed.cts'], outputs: ['typed.mjs', 'typed.cjs'] },
  bundler: { sources: ['typed.ts'], outputs: ['typed.js'] },
} as const;

/** The file `tsc` of a compiler; `typescript` is the project's own. */
export const compilerAt = (root: string, compiler: Compiler): string =>
  join(compiler === 'typescript' ? root : directory(root), 'node_modules', compiler, 'bin/tsc');

/** Compiles and runs one program with each compiler and module resolution. */
export async function checkTypescript(runner: CheckRunner, { root, project, api }: Consumer): Promise<void> {
  const installed = installCompilers(root);
  // A failed installation fails each check that awaits it.
  installed.catch(() => undefined);
  const pairs = COMPILERS.flatMap((compiler) =>
    (['node16', 'bundler'] as const).map((resolution) => [compiler, resolution] as const),
  );
  await Promise.all(
    pairs.map(([compiler, resolution]) =>
      runner.check(`${compiler.replace('-', ' ')}, ${resolution}`, async () => {
        const cwd = join(project, `${compiler}-${resolution}`);
        await cp(join(project, 'typescript'), cwd, { recursive: true });
        await installed;
        const { sources, outputs } = RESOLUTIONS[resolution];
        const copies = sources.filter((file) => file !== 'typed.ts');
        await Promise.all(copies.map((file) => copyFile(join(cwd, 'typed.ts'), join(cwd, file))));
        await mustRunNode([compilerAt(root, compiler), '-p', `${resolution}.json`, '--pretty', 'false'], { cwd });
        const env = consumerEnvironment(await api);
        const runs = outputs.map((file) => mustRunNode(['run.mjs', join(cwd, file)], { cwd, env }));
        return `${(await Promise.all(runs)).length} programs: ${(await runs[0])?.trim() ?? ''}`;
      }),
    ),
  );
}

/** Installs the compilers from a lock file of their own, unless they are installed already. */
async function installCompilers(root: string): Promise<void> {
  const wanted = await versionsIn(join(directory(root), 'package-lock.json'));
  const present = await versionsIn(join(directory(root), 'node_modules/.package-lock.json')).catch(() => ({}));
  if (JSON.stringify(wanted) === JSON.stringify(present)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await mustRun('npm', args, { cwd: directory(root), timeoutMs: 300_000 });
}

const directory = (root: string): string => join(root, 'tools/sdk/compilers');

async function versionsIn(lockFile: string): Promise<Record<string, string | undefined>> {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as {
    packages: Record<string, { version: string } | undefined>;
  };
  return Object.fromEntries(COMPILERS.map((name) => [name, packages[`node_modules/${name}`]?.version]));
}
