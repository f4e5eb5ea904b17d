import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cleanup } from '../../test/cleanup';
import { CheckFailure, type CheckRunner, CheckSkipped } from '../check-runner';
import { mustRun, mustRunNode, runCommand } from '../command';
import { openBrowser, type PageServer } from './browser';
import { type Consumer, consumerEnvironment } from './demo-api';
import { compilerAt } from './typescript';

/** Line that a receiver prints for the delivery of `deliver.mjs`. */
const RECEIVED = /^drop\.status_changed \{"status": ?"upcoming"\}\s*$/;

/** Installs, compiles and runs the programs of `examples/`, which use frameworks or another language. */
export async function checkFrameworks(
  runner: CheckRunner,
  consumer: Consumer,
  server: PageServer,
  undo: Cleanup,
): Promise<void> {
  const cwd = join(consumer.project, 'frameworks');
  const compiled = compile(consumer, cwd);
  // A failed compilation fails each check that awaits it.
  compiled.catch(() => undefined);
  const run = async (file: string, ...args: string[]): Promise<string> => {
    await compiled;
    return mustRunNode([file, ...args], { cwd, env: consumerEnvironment(await consumer.api) });
  };
  await Promise.all([
    runner.check('examples: Next.js', async () => {
      await run('route.mjs');
      return 'its route handler accepts a signed request, and rejects a forged one';
    }),
    runner.check('examples: Express', async () =>
      received(await run('deliver.mjs', '/hooks', 'node', 'express/server.js')),
    ),
    runner.check('examples: React', async () => (await run('hook.mjs')).trim()),
    runner.check('examples: Python', () => checkPython(consumer, cwd, compiled)),
    runner.check('examples: Vite', () => checkDashboard(consumer, { cwd, compiled, server, undo })),
  ]);
}

async function compile({ root }: Consumer, cwd: string): Promise<void> {
  await cp(join(root, 'examples'), cwd, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await mustRun('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd,
    timeoutMs: 300_000,
  });
  await mustRunNode([compilerAt(root, 'typescript'), '--pretty', 'false'], { cwd });
}

function received(output: string): string {
  if (RECEIVED.test(output)) return 'receives a signed delivery once, and rejects a forged one';
  throw new CheckFailure(`the receiver printed another text:\n${output.slice(0, 2_000)}`);
}

/** @throws {CheckSkipped} without Python. */
async function checkPython({ api }: Consumer, cwd: string, compiled: Promise<void>): Promise<string> {
  const python = '/usr/bin/python3';
  const { code } = await runCommand(python, ['--version'], { cwd }).catch(() => ({ code: 1 }));
  if (code !== 0) throw new CheckSkipped(`there is no ${python}`);
  await compiled;
  const env = consumerEnvironment(await api);
  const receiver = await mustRunNode(['deliver.mjs', '/', python, 'python/droptrack.py', 'receive'], { cwd, env });
  const listed = await mustRun(python, ['python/droptrack.py', 'drops'], { cwd, env });
  const drops = listed.trim().split('\n');
  if (!drops.every((line) => /^ *(\d+|-) {2}.+ \(.+\)$/.test(line))) throw new CheckFailure(listed.slice(0, 2_000));
  return `${drops.length} drops; ${received(receiver)}`;
}

interface Dashboard {
  readonly cwd: string;
  readonly compiled: Promise<void>;
  readonly server: PageServer;
  readonly undo: Cleanup;
}

/** Builds the page, opens it, and fills in its form. */
async function checkDashboard({ api }: Consumer, { cwd, compiled, server, undo }: Dashboard): Promise<string> {
  await compiled;
  // Vite would prefer the compiled file beside the source.
  await rm(join(cwd, 'vite/main.js'));
  const vite = join(cwd, 'node_modules/vite/bin/vite.js');
  await mustRunNode([vite, 'build', '--logLevel', 'warn'], { cwd: join(cwd, 'vite') });
  server.directory = join(cwd, 'vite/dist');
  const browser = await openBrowser(undo);
  try {
    const page = await browser.newPage();
    await page.goto(server.origin, { timeout: 60_000 });
    const { baseUrl, apiKey } = await api;
    await page.fill('[name=url]', baseUrl);
    await page.fill('[name=key]', apiKey);
    await page.click('button');
    await page.waitForSelector('tbody tr', { timeout: 60_000 });
    return String(await page.textContent('output'));
  } finally {
    await browser.close();
  }
}
