import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@droptrack/program/testing';
import { HttpClient } from '../load/client';
import type { HttpResponse } from '../load/response';
import { BenchError } from '../processes/bench-error';
import { type RunningProgram, startServer } from '../processes/server-process';
import type { InstancesContext } from './context';

/** As docs/operating.md advises: a larger heap is collected so late that its size says nothing about held memory. */
const HEAP_MB_MAX = 512;
const READY_MS_MAX = 120_000;
const READY_PAUSE_MS = 20;
const FALLBACKS = /^droptrack_limit_fallbacks_total (\d+)$/m;

/** One process of the API as it is built for production, which can be restarted on its port. */
export class Instance {
  readonly client: HttpClient;
  #server: RunningProgram | null = null;

  private constructor(
    private readonly context: InstancesContext,
    readonly name: string,
    readonly port: number,
    private readonly metricsPort: number,
    private readonly redisUrl: string,
  ) {
    this.client = new HttpClient({ port });
  }

  /** @param redisUrl - of the buckets; in its own memory by default. */
  static async start(context: InstancesContext, name: string, redisUrl = ''): Promise<Instance> {
    const instance = new Instance(context, name, await freePort(), await freePort(), redisUrl);
    await instance.start();
    return instance;
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    const { root, databaseUrl, plan, cleanup } = this.context;
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: this.redisUrl,
      FREE_PLAN_DELAY_SECONDS: String(plan.freeDelaySeconds),
      HOST: '127.0.0.1',
      PORT: String(this.port),
      METRICS_PORT: String(this.metricsPort),
      PUBLIC_URL: 'http://localhost:3000',
      NODE_ENV: 'production',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB_MAX}`,
      LOG_LEVEL: 'info',
      FAILED_KEY_LIMIT: '100',
      TRUSTED_PROXIES: '',
    };
    const entry = join(root, 'dist', 'apps', 'api', 'main.js');
    this.#server = await startServer({ name: this.name, entry, env, core: null }, cleanup);
    for (const beganMs = performance.now(); (await this.client.get('/readyz', '')).status !== 200;) {
      if (performance.now() - beganMs > READY_MS_MAX) throw new BenchError(`${this.name} does not become ready`);
      await sleep(READY_PAUSE_MS);
    }
  }

  /** Requests counted without Redis since its start. */
  async fallbacks(): Promise<number> {
    const figures = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    const count = FALLBACKS.exec(figures)?.[1];
    if (count === undefined) throw new BenchError(`${this.name} has no metric of limit fallbacks`);
    return Number(count);
  }

  /** Stops it as a deployment does: by a signal. Resolves once it has ended. */
  async stop(): Promise<void> {
    await this.#server?.stop();
    this.client.close();
  }
}

/** Starts several over one database, named by letters. */
export function startInstances(context: InstancesContext, count: number, redisUrl?: string): Promise<Instance[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      Instance.start(context, `Instance ${String.fromCharCode(65 + index)}`, redisUrl),
    ),
  );
}

const POLL_PAUSE_MS = 10;
const POLL_MS_MAX = 30_000;

/**
 * Milliseconds until the responses of every instance meet a condition; infinite when one never does.
 *
 * @param sinceMs - by the monotonic clock.
 */
export async function msUntilAll(
  instances: readonly Instance[],
  sinceMs: number,
  send: (client: HttpClient) => Promise<HttpResponse>,
  isMet: (response: HttpResponse) => boolean,
): Promise<number> {
  const times = await Promise.all(
    instances.map(async ({ client }) => {
      for (;;) {
        const response = await send(client);
        const elapsedMs = performance.now() - sinceMs;
        if (isMet(response)) return elapsedMs;
        if (elapsedMs > POLL_MS_MAX) return Number.POSITIVE_INFINITY;
        await sleep(POLL_PAUSE_MS);
      }
    }),
  );
  return Math.max(...times);
}
