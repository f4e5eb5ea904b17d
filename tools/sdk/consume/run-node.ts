import type { Board } from '../board/board';
import { mustRunNode } from '../board/command';
import { consumerEnvironment, type DemoApi } from './demo-api';
import { copyConsumer } from './installed';

/** Runs the programs in plain JavaScript, in both module systems. */
export async function checkNode(
  board: Board,
  { root, project, api }: { root: string; project: string; api: Promise<DemoApi> },
): Promise<void> {
  const one = async (name: string, file: string): Promise<string> => {
    const cwd = await copyConsumer(root, project, name);
    return (await mustRunNode([file], { cwd, env: consumerEnvironment(await api) })).trim();
  };
  await Promise.all([
    board.check('CommonJS in Node', () => one('cjs', 'main.cjs')),
    board.check('ESM in Node', () => one('esm', 'main.mjs')),
  ]);
}
