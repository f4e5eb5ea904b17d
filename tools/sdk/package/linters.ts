import { join } from 'node:path';
import { CheckFailure } from '../check-runner';
import { runCommand } from '../command';

/** Disables colours, which change the output. */
const PLAIN = { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' };

/**
 * Lints a tarball with publint; warnings and suggestions fail too.
 *
 * @throws {CheckFailure} with publint's report.
 */
export async function publint(root: string, tarball: string): Promise<string> {
  const cli = join(root, 'tools/sdk/packages/node_modules/publint/src/cli.js');
  const args = [cli, 'run', tarball, '--strict'];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: PLAIN });
  if (code === 0 && stdout.includes('All good!')) return 'no findings';
  throw new CheckFailure(`${stdout}${stderr}`.trim());
}

/**
 * Resolves the types of a tarball with Are the Types Wrong: node10, node16 from CommonJS and from ESM, bundler.
 *
 * @throws {CheckFailure} with attw's report.
 */
export async function attw(root: string, tarball: string): Promise<string> {
  const cli = join(root, 'tools/sdk/packages/node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [cli, tarball, '--no-definitely-typed', '--no-emoji', '--format', 'ascii'];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: PLAIN });
  if (code === 0 && stdout.includes('No problems found')) return 'types resolve in all four ways';
  throw new CheckFailure(`${stdout}${stderr}`.trim());
}
