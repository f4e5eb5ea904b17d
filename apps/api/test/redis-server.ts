import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@droptrack/program/testing';
import { describeWithDebian } from '../../../tools/test/debian-programs';

/** `describe` for tests that need Redis. */
export const describeWithRedis = describeWithDebian({
  packages: ['redis-server'],
  probes: [['redis-server', '--version']],
});

/** Redis server of a test, or one of its Sentinels, on a free port, without persistence. */
export class RedisServer {
  #child: ChildProcess | null = null;
  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
    /** Configuration of a Sentinel, which it changes; null for a Redis. */
    private readonly sentinelFile: string | null = null,
  ) {}

  /** @param options - further options of redis-server. */
  static async start(...options: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  /** Starts a Sentinel that knows the primary at a port by a name. */
  static async startSentinel(name: string, primaryPort: number, ...options: readonly string[]): Promise<RedisServer> {
    const file = join(mkdtempSync(join(tmpdir(), 'droptrack-sentinel-')), 'sentinel.conf');
    writeFileSync(file, `sentinel monitor ${name} 127.0.0.1 ${primaryPort} 1\n`);
    const sentinel = new RedisServer(await freePort(), options, file);
    await sentinel.start();
    return sentinel;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server, always empty. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const file = this.sentinelFile === null ? [] : [this.sentinelFile, '--sentinel'];
    this.#child = spawn('redis-server', [...file, ...options, ...this.options], { stdio: 'ignore' });
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
    if (this.sentinelFile !== null) rmSync(join(this.sentinelFile, '..'), { recursive: true });
  }

  #isListening(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = createConnection(this.port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }
}
