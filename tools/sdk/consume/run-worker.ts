import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CheckFailure, CheckSkipped } from '../board/board';
import { runCommand } from '../board/command';
import { consumerEnvironment, type DemoApi } from './demo-api';
import { copyConsumer } from './installed';

/** The packages that bring the runtime, by platform and processor. */
const RUNTIMES: Readonly<Record<string, string>> = {
  'linux-x64': '@cloudflare/workerd-linux-64',
  'linux-arm64': '@cloudflare/workerd-linux-arm64',
  'darwin-x64': '@cloudflare/workerd-darwin-64',
  'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
};

/** Runs the worker in the real runtime, which has no Node in it. */
export async function runWorker(root: string, project: string, api: DemoApi): Promise<string> {
  const runtime = locate(root);
  const cwd = await copyConsumer(root, project, 'workerd');
  const env = consumerEnvironment(api);
  const { code, stdout, stderr } = await runCommand(runtime, ['test', 'config.capnp'], { cwd, env });
  const said = /said: (.*)/.exec(`${stdout}\n${stderr}`)?.[1];
  if (code === 0 && said !== undefined) return said;
  throw new CheckFailure(`${stdout}\n${stderr}`.trim().slice(-4_096) || `workerd ended with code ${code}`);
}

function locate(root: string): string {
  const name = RUNTIMES[`${process.platform}-${process.arch}`];
  if (name === undefined) throw new CheckSkipped(`workerd is not made for ${process.platform}-${process.arch}`);
  return createRequire(join(root, 'package.json')).resolve(`${name}/bin/workerd`);
}
