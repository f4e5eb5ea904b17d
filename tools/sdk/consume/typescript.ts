import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckRunner } from '../check-runner';
import { mustRunNode } from '../command';
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
  join(root, compiler === 'typescript' ? '' : 'tools/sdk/packages', 'node_modules', compiler, 'bin/tsc');

/** Compiles and runs one program with each compiler and module resolution. */
export async function checkTypescript(runner: CheckRunner, { root, project, api }: Consumer): Promise<void> {
  const pairs = COMPILERS.flatMap((compiler) =>
    (['node16', 'bundler'] as const).map((resolution) => [compiler, resolution] as const),
  );
  await Promise.all(
    pairs.map(([compiler, resolution]) =>
      runner.check(`${compiler.replace('-', ' ')}, ${resolution}`, async () => {
        const cwd = join(project, `${compiler}-${resolution}`);
        await cp(join(project, 'typescript'), cwd, { recursive: true });
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
