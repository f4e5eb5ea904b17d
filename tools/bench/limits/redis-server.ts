import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { BenchError } from '../process/bench-error';
import { onCore } from '../process/cores';
import { freePort } from '../process/free-port';
import { stopProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';

const PROGRAM = 'redis-server';
const TRIES = 100;
const PAUSE_MS = 50;

/** Its version; null where it is not installed. */
export function redisVersion(): string | null {
  try {
    const words = execFileSync(PROGRAM, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return /\bv=(\S+)/.exec(words)?.[1] ?? 'unknown';
  } catch {
    return null;
  }
}

/** A Redis of the benches' own, which keeps nothing. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly client: Redis,
    /** With `SIGKILL` it gets no time to say goodbye. */
    readonly stop: (signal?: NodeJS.Signals) => Promise<void>,
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /**
   * Starts one on the load's processor, so that what it does is not taken from the servers.
   *
   * @param port - any that is free when not given.
   * @throws {BenchError} when it does not answer.
   */
  static async start(
    { cores, cleanup, scratch }: Pick<BenchContext, 'cores' | 'cleanup' | 'scratch'>,
    port?: number,
  ): Promise<RedisServer> {
    port ??= await freePort();
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', scratch];
    const { command, args } = onCore(cores?.load ?? null, PROGRAM, words);
    const child = spawn(command, args, { stdio: 'ignore' });
    const client = new Redis(port, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    // What fails is told by each call.
    client.on('error', () => undefined);
    const stop = async (signal?: NodeJS.Signals): Promise<void> => {
      client.disconnect();
      await stopProcess(child, signal);
    };
    await cleanup.push(() => stop());
    await answering(client);
    return new RedisServer(port, client, stop);
  }

  /** Scripts that were run so far, for whomever. */
  async scriptCalls(): Promise<number> {
    const figures = await this.client.info('commandstats');
    const calls = [...figures.matchAll(/^cmdstat_(?:evalsha|eval|fcall)(?:_ro)?:calls=(\d+)/gm)];
    return calls.reduce((sum, [, count]) => sum + Number(count), 0);
  }
}

async function answering(client: Redis): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(PAUSE_MS);
  }
  throw new BenchError('Redis does not answer');
}
