import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { until } from './service';

/** Preloaded script: sets the clock of a program ahead by the time in each message. */
export const MOVABLE_CLOCK = `
  const now = Date.now;
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  process.on('message', (message) => { aheadMs += message.aheadMs; process.send('set'); });
`;

interface ApiProgramOptions {
  readonly databaseUrl: string;
  /** Variables that differ from the defaults. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Built API as a process, on a test database. */
export class ApiProgram {
  #said = '';
  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
    }
  }

  /** @param file - path of the built `main.js`. */
  static async start(file: string, { databaseUrl, env = {} }: ApiProgramOptions): Promise<ApiProgram> {
    const clock = `data:text/javascript,${encodeURIComponent(MOVABLE_CLOCK)}`;
    const child = spawn(process.execPath, ['--import', clock, file], {
      // Only variables that find programs: a `.env` of the developer must have no effect.
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: databaseUrl,
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'debug',
        ...env,
      },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const program = new ApiProgram(child);
    await until(() => program.#listening() !== undefined || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(`The API ended: ${program.said()}`);
    return program;
  }

  /** Complete output: log lines and anything else. */
  said(): string {
    return this.#said;
  }

  get url(): string {
    return this.#listening()?.url ?? '';
  }

  /** Sends a request. @returns the response, unchecked. */
  ask(
    path: string,
    { key, body, ...init }: Omit<RequestInit, 'body'> & { readonly key: string; readonly body?: string },
  ): Promise<Response> {
    return fetch(new URL(path, this.url), {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(body !== undefined && { body }),
    });
  }

  /** True once the process has ended, by an exit or a signal. */
  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resident memory of the process, MB; 0 once it has ended. */
  memoryMb(): number {
    const status = !this.hasEnded ? readFileSync(`/proc/${this.child.pid}/status`, 'utf8') : '';
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Text of the metrics endpoint. */
  async figures(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.#listening()?.metricsPort ?? 0}/metrics`)).text();
  }

  /** Sets its clock ahead. */
  async passTime(aheadMs: number): Promise<void> {
    const isSet = once(this.child, 'message');
    this.child.send({ aheadMs });
    await isSet;
  }

  /** Stops it gracefully, with a complete log. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await closed;
  }

  #listening(): { readonly url: string; readonly metricsPort: number } | undefined {
    const line = this.#said.split('\n').find((text) => text.includes('"msg":"listening"') && text.endsWith('}'));
    return line === undefined ? undefined : (JSON.parse(line) as { url: string; metricsPort: number });
  }
}
