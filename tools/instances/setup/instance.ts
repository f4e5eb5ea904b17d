import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { BenchError } from '../../bench/process/bench-error';
import { freePort } from '../../bench/process/free-port';
import { type ServerProcess, startServer } from '../../bench/process/server-process';
import type { Stage } from '../stage';
import { Client } from '../wire/client';
import { getRequest } from '../wire/request';

/** As docs/operating.md advises: without it garbage is kept for so long that memory says nothing of what is held. */
const HEAP_MB_MAX = 512;
const READY_MS_MAX = 120_000;
const PAUSE_MS = 20;
const FALLBACKS = /^droptrack_limit_fallbacks_total (\d+)$/m;

/** One process of the API as it is built for production, which can be started anew on its port. */
export class Instance {
  readonly client: Client;
  #server: ServerProcess | null = null;

  private constructor(
    private readonly stage: Stage,
    readonly name: string,
    readonly port: number,
    private readonly metricsPort: number,
    private readonly redisUrl: string,
  ) {
    this.client = new Client(port);
  }

  /** @param redisUrl - where the buckets are; in its own memory when not given. */
  static async start(stage: Stage, name: string, redisUrl = ''): Promise<Instance> {
    const instance = new Instance(stage, name, await freePort(), await freePort(), redisUrl);
    await instance.start();
    return instance;
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  /** Waits until it says that it is ready. */
  async start(): Promise<void> {
    const { root, databaseUrl, plan, cleanup } = this.stage;
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
    await this.#ready();
  }

  /** Requests that it has counted by itself because Redis was away, since its start. */
  async fallbacks(): Promise<number> {
    const figures = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    const count = FALLBACKS.exec(figures)?.[1];
    if (count === undefined) throw new BenchError(`${this.name} does not tell what it counts by itself`);
    return Number(count);
  }

  /** As a deployment does: the signal, and waiting for its end. */
  async stop(): Promise<void> {
    await this.#server?.stop();
    this.client.close();
  }

  async #ready(): Promise<void> {
    const beganMs = performance.now();
    while ((await this.client.ask(getRequest('/readyz', ''))).status !== 200) {
      if (performance.now() - beganMs > READY_MS_MAX) throw new BenchError(`${this.name} does not get ready`);
      await sleep(PAUSE_MS);
    }
  }
}

/** Several over one database, told apart by letters. */
export function startInstances(stage: Stage, count: number, redisUrl?: string): Promise<Instance[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      Instance.start(stage, `Instance ${String.fromCharCode(65 + index)}`, redisUrl),
    ),
  );
}
