import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '@droptrack/program/testing';
import { BenchError } from './bench-error';
import type { Cleanup } from '../test/cleanup';
import { onCore } from './cores';
import { stopProcess } from './server-process';

const PROGRAM = 'redis-server';
const TRIES = 100;
const PAUSE_MS = 50;

/** The version on the PATH; null where Redis is not installed. */
export function redisVersion(): string | null {
  try {
    const printed = execFileSync(PROGRAM, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return /\bv=(\S+)/.exec(printed)?.[1] ?? 'unknown';
  } catch {
    return null;
  }
}

export interface RedisOptions {
  readonly cleanup: Cleanup;
  readonly scratch: string;
  /** The processor that it runs on; null for any. */
  readonly core: number | null;
  /** Any free port by default. */
  readonly port?: number;
}

/** A Redis of the benches, without persistence. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly client: Redis,
    /** `SIGKILL` ends it without a shutdown. */
    readonly stop: (signal?: NodeJS.Signals) => Promise<void>,
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** @throws {BenchError} when it does not accept connections. */
  static async start({ cleanup, scratch, core, port }: RedisOptions): Promise<RedisServer> {
    port ??= await freePort();
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', scratch];
    const { command, args } = onCore(core, PROGRAM, words);
    const child = spawn(command, args, { stdio: 'ignore' });
    const client = new Redis(port, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    // Each call rejects with its failure.
    client.on('error', () => undefined);
    const stop = async (signal?: NodeJS.Signals): Promise<void> => {
      client.disconnect();
      await stopProcess(child, signal);
    };
    await cleanup.push(() => stop());
    await connect(client);
    return new RedisServer(port, client, stop);
  }

  /** Scripts that it has run for all clients. */
  async scriptCalls(): Promise<number> {
    const figures = await this.client.info('commandstats');
    const calls = [...figures.matchAll(/^cmdstat_(?:evalsha|eval|fcall)(?:_ro)?:calls=(\d+)/gm)];
    return calls.reduce((sum, [, count]) => sum + Number(count), 0);
  }
}

async function connect(client: Redis): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    if (isConnected) return;
    await sleep(PAUSE_MS);
  }
  throw new BenchError('Redis accepts no connections');
}
