import { join } from 'node:path';
import { mustRunNode } from '../sdk/command';

/**
 * Runs what builds the package, as a tree has it, from that tree.
 *
 * @throws {CheckFailure} with what it said.
 */
export async function runBuilder(tree: string, options: readonly string[] = []): Promise<void> {
  const tsup = join(tree, 'node_modules/tsup/dist/cli-default.js');
  await mustRunNode([tsup, '--config', 'libs/sdk/tsup.config.ts', '--silent', ...options], { cwd: tree });
}
