import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { builtProgram } from '@droptrack/program/testing';

/** The built API, or another program with `/readyz`, in processes of its own, which can be restarted on its port. */
export class ApiProcess {
  /** Lines of its log and of standard error, of all starts. */
  output = '';
  #child: ChildProcess | null = null;

  /**
   * @param env - in addition to what every instance of a test has.
   * @param command - arguments of Node that run the program.
   */
  constructor(
    readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
    private readonly command: readonly string[] = [builtProgram('api')],
  ) {}

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it and waits until `/readyz` returns 200. */
  async start(): Promise<void> {
    const child = this.launch();
    while ((await statusOf(`http://127.0.0.1:${this.port}/readyz`)) !== 200) {
      if (child.exitCode !== null) throw new Error(`The program exited with code ${child.exitCode}: ${this.output}`);
      await pause(50);
    }
  }

  /** Starts it without waiting. */
  launch(): ChildProcess {
    const child = spawn(process.execPath, this.command, {
      env: {
        PATH: process.env['PATH'],
        REDIS_URL: '',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        METRICS_PORT: '0',
        PUBLIC_URL: 'http://localhost:3000',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'silent',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.#child = child;
    return child;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Sends a signal and waits for the end. @returns its exit code; null if the signal has ended it. */
  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.signal(name);
    return this.end();
  }

  /** Waits for the end. @returns its exit code; null if a signal has ended it. */
  async end(): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    await once(child, 'close');
    return child.exitCode;
  }
}

/** Status of a GET; 0 without a response. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  );
