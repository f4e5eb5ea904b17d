import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from '@droptrack/program/testing';

/** Parts of the announcement of `droptrack up --json` that tests use. */
export interface Announcement {
  readonly explorer_url: string;
  readonly api_url: string;
  readonly demo_keys: { readonly free: string; readonly pro: string; readonly scale: string };
  readonly demo_example: { readonly drop: string; readonly wallet: string };
}

/** Only variables that find programs: settings of the developer must have no effect. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  SOURCES_OFF: 'all',
  PORT: '0',
  EXPLORER_PORT: '0',
  METRICS_PORT: '0',
  WORKER_METRICS_PORT: '0',
};

/** A built program that runs until it is stopped. */
export class Program {
  #said = '';
  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
    }
  }

  /** Starts it and waits for output that `isReady` accepts. */
  static async start(
    app: 'cli' | 'explorer',
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    isReady: (said: string) => boolean,
  ): Promise<Program> {
    const child = spawn(process.execPath, [builtProgram(app), ...args], { env: { ...ENVIRONMENT, ...env }, cwd: '/' });
    const program = new Program(child);
    while (!isReady(program.said)) {
      if (child.exitCode !== null) throw new Error(`The program ended: ${program.said}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return program;
  }

  /** Complete output. */
  get said(): string {
    return this.#said;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await closed;
  }
}

/** The demo as `npm start` runs it, in a home of its own. */
export class RunningService {
  private constructor(
    readonly urls: Announcement,
    private readonly program: Program,
    private readonly home: string,
  ) {}

  static async start(): Promise<RunningService> {
    const home = await mkdtemp(join(tmpdir(), 'droptrack-explorer-'));
    // PostgreSQL runs as another user if this is root.
    await chmod(home, 0o755);
    const isReady = (said: string): boolean => /^\{\n[^]*^\}$/m.test(said);
    const program = await Program.start('cli', ['up', '--json'], { DROPTRACK_HOME: home }, isReady);
    const document = /^\{\n[^]*?^\}$/m.exec(program.said)?.[0] ?? '';
    return new RunningService(JSON.parse(document) as Announcement, program, home);
  }

  /** Log lines of all its processes. */
  get logLines(): string[] {
    return this.program.said.split('\n').filter((line) => line.startsWith('{"level"'));
  }

  async stop(): Promise<void> {
    await this.program.stop();
    await rm(this.home, { recursive: true, force: true });
  }
}

/** Starts another explorer before an API. @returns its program and its base URL. */
export async function startExplorer(apiUrl: string, key: string): Promise<{ program: Program; url: string }> {
  const env = { EXPLORER_API_URL: apiUrl, EXPLORER_API_KEY: key };
  const program = await Program.start('explorer', [], env, (said) => said.includes('"msg":"listening"}'));
  const line = program.said.split('\n').find((text) => text.includes('"msg":"listening"')) ?? '{}';
  return { program, url: (JSON.parse(line) as { url: string }).url };
}
