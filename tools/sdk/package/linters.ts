import { join } from 'node:path';
import { CheckFailure } from '../board/board';
import { runCommand } from '../board/command';

/** Colours and terminals' widths change what linters print. */
const PLAIN = { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' };

/**
 * What resolvers make of a tarball: publint, with warnings and suggestions taken for errors.
 *
 * @param root - of the repository.
 * @throws {CheckFailure}
 */
export async function publint(root: string, tarball: string): Promise<string> {
  const cli = join(root, 'node_modules/publint/src/cli.js');
  const args = [cli, 'run', tarball, '--strict'];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: PLAIN });
  if (code === 0 && stdout.includes('All good!')) return 'nothing to say';
  throw new CheckFailure(`${stdout}${stderr}`.trim());
}

/**
 * What TypeScript makes of a tarball under each way to resolve it: node10, node16 from CommonJS and from ESM, bundler.
 *
 * @param root - of the repository.
 * @throws {CheckFailure}
 */
export async function attw(root: string, tarball: string): Promise<string> {
  const cli = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [cli, tarball, '--no-definitely-typed', '--no-emoji', '--format', 'ascii'];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: PLAIN });
  if (code === 0 && stdout.includes('No problems found')) return 'types are right under all four resolutions';
  throw new CheckFailure(`${stdout}${stderr}`.trim());
}
