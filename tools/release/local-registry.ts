import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '@droptrack/program/testing';
import { stopProcess } from '../processes/server-process';

/** An npm registry on 127.0.0.1 without an upstream: it has only packages that were published to it. */
export interface LocalRegistry {
  readonly url: string;
  /** Environment for npm: this registry with credentials, and no settings of the user. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param directory - receives the packages and npm's cache; created if it does not exist. */
export async function startLocalRegistry(root: string, directory: string): Promise<LocalRegistry> {
  await mkdir(directory, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const [config, npmrc] = [join(directory, 'config.json'), join(directory, 'npmrc')];
  const settings = {
    storage: join(directory, 'storage'),
    auth: { htpasswd: { file: join(directory, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
    web: { enable: false },
  };
  await writeFile(config, JSON.stringify(settings));
  // The registry accepts anonymous publications, but npm sends none without a token.
  await writeFile(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=anonymous\n`);

  const program = createRequire(join(root, 'tools/release/registry/package.json')).resolve('verdaccio/bin/verdaccio');
  const args = ['--config', config, '--listen', `127.0.0.1:${port}`];
  const child = fork(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  // Verdaccio sends a message as soon as it listens.
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The registry exited with code ${String(code)} before it listened`);
  });
  await Promise.race([once(child, 'message'), exited]);
  exited.catch(() => undefined);
  const env = { npm_config_userconfig: npmrc, npm_config_cache: join(directory, 'cache'), npm_config_registry: url };
  return { url, env, stop: () => stopProcess(child) };
}
