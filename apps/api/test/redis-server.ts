import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { freePort } from '@droptrack/program/testing';
import { describeWithDebian } from '../../../tools/test/debian-programs';

/** `describe` for tests that need Redis. */
export const describeWithRedis = describeWithDebian({
  packages: ['redis-server'],
  probes: [['redis-server', '--version']],
});

/** Redis server of a test, on a free port, without persistence. */
export class RedisServer {
  #child: ChildProcess | null = null;
  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /** @param options - further options of redis-server. */
  static async start(...options: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server, always empty. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#child = spawn('redis-server', [...options, ...this.options], { stdio: 'ignore' });
    for (let tries = 0; tries < 1_000 && !(await this.#isListening()); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Suspends the server: it accepts connections, but does not respond. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Kills the server; its data is lost. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  #isListening(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = createConnection(this.port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }
}
