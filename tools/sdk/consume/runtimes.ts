import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CheckFailure, type CheckRunner, CheckSkipped } from '../check-runner';
import { mustRunNode, runCommand } from '../command';
import { type Consumer, consumerEnvironment } from './demo-api';

/** Runs the programs in plain JavaScript, in both module systems. */
export async function checkNode(runner: CheckRunner, { project, api }: Consumer): Promise<void> {
  const run = async (name: string, file: string): Promise<string> =>
    (await mustRunNode([file], { cwd: join(project, name), env: consumerEnvironment(await api) })).trim();
  await Promise.all([
    runner.check('CommonJS in Node', () => run('cjs', 'main.cjs')),
    runner.check('ESM in Node', () => run('esm', 'main.mjs')),
  ]);
}

/** Packages with the workerd binary, by platform and architecture. */
const WORKERD_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@cloudflare/workerd-linux-64',
  'linux-arm64': '@cloudflare/workerd-linux-arm64',
  'darwin-x64': '@cloudflare/workerd-darwin-64',
  'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
};

/** Configuration of workerd with the modules that the entry of the package loads, next to it. */
async function configureWorkerd(project: string): Promise<void> {
  const directory = 'node_modules/@droptrack/sdk';
  const modules = (await readdir(join(project, directory))).filter((file) => file.endsWith('.mjs'));
  const lines = modules.map((file) => {
    const name = file === 'index.mjs' ? '@droptrack/sdk' : `@droptrack/${file}`;
    return `    (name = "${name}", esModule = embed "../${directory}/${file}"),`;
  });
  const config = join(project, 'workerd/config.capnp');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace('    # modules of the package', lines.join('\n')));
}

/** Runs the worker in workerd, a runtime without Node's modules. */
export async function checkWorkerd({ root, project, api }: Consumer): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const name = WORKERD_PACKAGES[platform];
  if (name === undefined) throw new CheckSkipped(`workerd is not available for ${platform}`);
  const workerd = createRequire(join(root, 'tools/sdk/packages/package.json')).resolve(`${name}/bin/workerd`);
  await configureWorkerd(project);
  const options = { cwd: join(project, 'workerd'), env: consumerEnvironment(await api) };
  const { code, stdout, stderr } = await runCommand(workerd, ['test', 'config.capnp'], options);
  const result = /result: (.*)/.exec(`${stdout}\n${stderr}`)?.[1];
  if (code === 0 && result !== undefined) return result;
  throw new CheckFailure(`${stdout}\n${stderr}`.trim().slice(-4_096) || `workerd exited with code ${code}`);
}
