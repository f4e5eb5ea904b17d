import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../bench/process/free-port';
import { stopProcess } from '../bench/process/server-process';

const START_MS_MAX = 120_000;
const WORDS_KEPT = 4_096;

/** A registry of npm packages on 127.0.0.1 that knows no other: what is in it was published to it. */
export interface LocalRegistry {
  readonly url: string;
  /** For npm: this registry, credentials that it takes, and nothing of whoever runs this. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param directory - for its packages and npm's cache; made. */
export async function startLocalRegistry(root: string, directory: string): Promise<LocalRegistry> {
  await mkdir(directory, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(directory, 'config.json');
  await writeFile(config, JSON.stringify(settingsIn(directory)));
  const npmrc = join(directory, 'npmrc');
  // It lets everybody publish; npm does not try without a token.
  await writeFile(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\n`);

  const program = createRequire(join(root, 'package.json')).resolve('verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const hear = (chunk: Buffer): void => void (words = (words + chunk.toString()).slice(-WORDS_KEPT));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const stop = (): Promise<void> => stopProcess(child);
  const answers = await waitFor(`${url}-/ping`, () => child.exitCode === null);
  if (!answers) {
    await stop();
    throw new Error(`The registry did not start:\n${words}`);
  }
  const env = { npm_config_userconfig: npmrc, npm_config_cache: join(directory, 'cache'), npm_config_registry: url };
  return { url, env, stop };
}

function settingsIn(directory: string): object {
  return {
    storage: join(directory, 'storage'),
    auth: { htpasswd: { file: join(directory, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
    web: { enable: false },
  };
}

async function waitFor(url: string, isRunning: () => boolean): Promise<boolean> {
  const giveUpAtMs = Date.now() + START_MS_MAX;
  while (isRunning() && Date.now() < giveUpAtMs) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return true;
    await sleep(100);
  }
  return false;
}
