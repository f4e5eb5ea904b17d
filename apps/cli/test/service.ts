import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtProgram } from '@droptrack/program/testing';
import type { Call } from '../src/testing/run-call';

const run = promisify(execFile);

/** A running `droptrack up`. */
interface RunningUp {
  readonly process: ChildProcess;
  readonly said: string;
  readonly ended: Promise<Call>;
}

/** Fake npm: runs a script in a shell that lives as long as the script. */
const NPM = `require('node:child_process').spawn('sh', ['-c', process.env.SCRIPT + '; true # droptrack'], { stdio: 'inherit' });
setInterval(() => {}, 1000);`;
const npmEnvironment = (command: readonly string[]) => ({
  npm_lifecycle_event: 'start',
  SCRIPT: [process.execPath, ...command].map((word) => `'${word}'`).join(' '),
});

/** Runs the real programs like an operator, with a home of their own. */
export class Operator {
  readonly #running = new Set<ChildProcess>();
  #service: RunningUp | null = null;
  constructor(
    private readonly home: string,
    /** Without external requests, unless a test configures sources. */
    private readonly sources: Readonly<Record<string, string>> = { SOURCES_OFF: 'all' },
  ) {}

  /** Starts `droptrack up` and waits for its complete announcement. */
  async up(): Promise<RunningUp> {
    const { process, ended, words } = this.start(['up', '--port', '0']);
    const isUp = () => words.stdout.includes('Press Ctrl-C to stop.');
    let isOver = false;
    void ended.then(() => (isOver = true));
    await until(() => isUp() || isOver);
    if (!isUp()) throw new Error(`droptrack up ended: ${words.stdout}${words.stderr}`);
    this.#service = { process, said: words.stdout, ended };
    return this.#service;
  }

  /** Starts `droptrack up --json` and waits for its document. */
  async upAsJson(): Promise<RunningUp & { readonly announcement: unknown }> {
    const { process, ended, words } = this.start(['up', '--port', '0', '--json']);
    let isOver = false;
    void ended.then(() => (isOver = true));
    await until(() => words.stdout.endsWith('}\n') || isOver);
    if (isOver) throw new Error(`droptrack up ended: ${words.stdout}${words.stderr}`);
    this.#service = { process, said: words.stdout, ended };
    return { ...this.#service, announcement: JSON.parse(words.stdout) as unknown };
  }

  /** The most recent start. */
  running(): RunningUp {
    if (this.#service === null) throw new Error('Nothing was started');
    return this.#service;
  }

  /** Runs a command to its end. */
  call(...args: string[]): Promise<Call> {
    return this.start(args).ended;
  }

  /** Process id of a program that a service runs. */
  async programOf({ pid }: ChildProcess, name: 'api' | 'worker' | 'explorer'): Promise<number> {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
    const rows = stdout.split('\n').map((row) => /^ *(\d+) +(\d+) +(.*)$/.exec(row) ?? []);
    const row = rows.find(([, , parent, args]) => Number(parent) === pid && args?.includes(`${name}/main.js`));
    if (row === undefined) throw new Error(`There is no ${name} of process ${pid}`);
    return Number(row[1]);
  }

  /** Files of a running PostgreSQL and a running service that are present in the home. */
  async leftovers(): Promise<string[]> {
    const files = ['service.json', 'postgres/data/postmaster.pid'];
    const found = await Promise.all(
      files.map((file) =>
        readFile(join(this.home, file)).then(
          () => true,
          () => false,
        ),
      ),
    );
    return files.filter((_, index) => found[index]);
  }

  /** Kills all processes, for a failed test. */
  kill(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }

  /** Starts a command; with `npm` through a process with a shell, as npm does. */
  start(args: string[], starter: 'node' | 'npm' = 'node') {
    // An empty variable counts as not set, and takes precedence over a `.env` of the clone.
    const unset = {
      DATABASE_URL: '',
      NODE_ENV: '',
      HOST: '',
      PORT: '',
      PUBLIC_URL: '',
      EXPLORER_HOST: '',
      EXPLORER_API_KEY: '',
      LOG_LEVEL: '',
      METRICS_HOST: '',
      WEBHOOK_SECRET_KEY: '',
      WEBHOOK_SECRET_KEY_FILE: '',
      WEBHOOK_ALLOW_INSECURE: '',
      WEBHOOK_ALLOW_ADDRESSES: '',
      WEBHOOK_DNS_SERVERS: '',
      HYPE_THRESHOLDS: '',
      HYPE_THRESHOLD_MARGIN: '',
    };
    const anyPort = { EXPLORER_PORT: '0', METRICS_PORT: '0', WORKER_METRICS_HOST: '', WORKER_METRICS_PORT: '0' };
    const env = { ...process.env, ...unset, ...anyPort, ...this.sources, DROPTRACK_HOME: this.home };
    // Another directory: the working directory must have no effect.
    const command = [builtProgram('cli'), ...args];
    const child =
      starter === 'node'
        ? spawn(process.execPath, command, { env, cwd: '/' })
        : spawn(process.execPath, ['-e', NPM], { env: { ...env, ...npmEnvironment(command) }, cwd: '/' });
    this.#running.add(child);
    const words = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (words.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (words.stderr += chunk.toString()));
    const ended = new Promise<Call>((resolve) => {
      child.once('close', (code) => {
        this.#running.delete(child);
        resolve({ code: code ?? -1, ...words });
      });
    });
    return { process: child, ended, words };
  }
}

/** Less than the time limit of a heavy test, so that a failure has its own message. */
const PATIENCE_MS = 250_000;

/** Waits until a condition is true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + PATIENCE_MS; !(await holds());) {
    if (performance.now() > endMs) throw new Error('It took too long');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Example call that `up` prints, to be pasted into a shell. */
export interface PrintedCall {
  readonly url: string;
  readonly init: RequestInit;
}

/** Parses the calls of an announcement. Fails for a line that begins with curl and has an unknown form. */
export function printedCalls(said: string): PrintedCall[] {
  return [...said.matchAll(/^ +curl (.*)$/gm)].map(([line, rest = '']) => {
    const words = /^(?<headers>(?:-H "[^"]+" )+)(?:-d '(?<body>[^']+)' )?"(?<url>[^"]+)"$/.exec(rest)?.groups;
    if (words === undefined) throw new Error(`Not a call that can be pasted: ${line}`);
    const headers = [...(words['headers'] ?? '').matchAll(/-H "([\w-]+): ([^"]+)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const { body } = words;
    return { url: words['url'] ?? '', init: { headers, ...(body === undefined ? {} : { method: 'POST', body }) } };
  });
}
