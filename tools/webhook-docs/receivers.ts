import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type Server } from 'node:http';
import { connect } from 'node:net';
import consumers from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@droptrack/program/testing';
import * as sdk from '@droptrack/sdk';
import type { SignedTestWebhook } from '@droptrack/sdk/testing';
import ts from 'typescript';

/** A webhook receiver of the page. */
export interface Receiver {
  /** True if the receiver accepts the signature of a request. */
  accepts(request: SignedTestWebhook): Promise<boolean>;
  close(): void;
}

/** The first command that this machine cannot run, such as `openssl version`; null if it can run all. */
export const missingCommand = (...commands: readonly string[]): string | null =>
  commands.find((command) => {
    const [program = '', argument = ''] = command.split(' ');
    return spawnSync(program, [argument]).status !== 0;
  }) ?? null;

/** Compiles the TypeScript receiver and runs it in this process. The snippets of all pages are type-checked elsewhere. */
export async function typescriptReceiver(code: string, secret: string): Promise<Receiver> {
  const servers: Server[] = [];
  const modules: Readonly<Record<string, unknown>> = {
    'node:http': {
      createServer: (listener: http.RequestListener) => {
        const server = http.createServer(listener);
        servers.push(server);
        return server;
      },
    },
    'node:stream/consumers': consumers,
    '@droptrack/sdk': sdk,
  };
  const port = await freePort();
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: 9 } });
  const env = { DROPTRACK_WEBHOOK_SECRET: secret, PORT: String(port) };
  const quiet = { log: () => undefined };
  new Function('require', 'exports', 'process', 'console', outputText)(
    (name: string) => modules[name],
    {},
    { env },
    quiet,
  );
  await listening(port);
  return served(port, () => servers.forEach((server) => server.close()));
}

/** Runs the Python receiver. */
export async function pythonReceiver(code: string, secret: string): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-python-'));
  const file = join(folder, 'receiver.py');
  writeFileSync(file, code);
  const port = await freePort();
  const env = { ...process.env, DROPTRACK_WEBHOOK_SECRET: secret, PORT: String(port) };
  const child: ChildProcess = spawn('python3', [file], { env, stdio: 'ignore' });
  const close = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  };
  await listening(port, () => child.exitCode === null);
  return served(port, close);
}

/** Runs the shell script for each request. */
export function shellReceiver(code: string, secret: string): Receiver {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-shell-'));
  const accepts = ({ body, headers }: SignedTestWebhook): Promise<boolean> => {
    writeFileSync(join(folder, 'body'), body);
    const env = {
      ...process.env,
      SECRET: secret,
      WEBHOOK_ID: headers['webhook-id'],
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
      WEBHOOK_SIGNATURE: headers['webhook-signature'],
    };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', code], { cwd: folder, env, encoding: 'utf8' });
    if (stderr !== '') throw new Error(stderr);
    return Promise.resolve(status === 0 && stdout.endsWith('genuine\n'));
  };
  return { accepts, close: () => rmSync(folder, { recursive: true }) };
}

function served(port: number, close: () => void): Receiver {
  const accepts = async ({ body, headers }: SignedTestWebhook): Promise<boolean> => {
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
    if (status !== 204 && status !== 400) throw new Error(`The receiver responded with ${status}`);
    return status === 204;
  };
  return { accepts, close };
}

async function listening(port: number, isAlive = () => true): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (!isAlive()) throw new Error('The receiver exited');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
