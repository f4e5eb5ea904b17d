import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Board } from '../board/board';
import { mustRunNode } from '../board/command';
import { consumerEnvironment, type DemoApi } from './demo-api';
import { type Compiler, COMPILERS, compilerAt, installCompilers } from './compilers';
import { copyConsumer } from './installed';

/** How the program is compiled: the files it is copied to, and what comes out of each. */
const WAYS = {
  node16: { sources: ['typed.mts', 'typed.cts'], made: ['typed.mjs', 'typed.cjs'] },
  bundler: { sources: ['typed.ts'], made: ['typed.js'] },
} as const;

/** Compiles and runs one program by every compiler in every way. */
export async function checkTypescript(
  board: Board,
  { root, project, api }: { root: string; project: string; api: Promise<DemoApi> },
): Promise<void> {
  const installed = installCompilers(root);
  // Each check that waits for it is told.
  installed.catch(() => undefined);
  const pairs = COMPILERS.flatMap((compiler) =>
    (['node16', 'bundler'] as const).map((way) => [compiler, way] as const),
  );
  await Promise.all(
    pairs.map(([compiler, way]) =>
      board.check(`${compiler.replace('-', ' ')}, ${way}`, async () => {
        const directory = await copyConsumer(root, project, 'typescript', `${compiler}-${way}`);
        await installed;
        await compile(root, directory, compiler, way);
        const env = consumerEnvironment(await api);
        const said = WAYS[way].made.map((file) =>
          mustRunNode(['run.mjs', join(directory, file)], { cwd: directory, env }),
        );
        return `${(await Promise.all(said)).length} programs: ${(await said[0])?.trim() ?? ''}`;
      }),
    ),
  );
}

async function compile(root: string, directory: string, compiler: Compiler, way: keyof typeof WAYS): Promise<void> {
  const copies = WAYS[way].sources.filter((file) => file !== 'typed.ts');
  await Promise.all(copies.map((file) => copyFile(join(directory, 'typed.ts'), join(directory, file))));
  await mustRunNode([compilerAt(root, compiler), '-p', `${way}.json`, '--pretty', 'false'], { cwd: directory });
}
