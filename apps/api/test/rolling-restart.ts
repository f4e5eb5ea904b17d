import { ApiKeyRepository, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { freePort } from '@droptrack/program/testing';
import { ApiProcess } from './api-process';
import { API_HOST, type Balancer, type BalancerName, startBalancer } from './balancers';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { type LoadRequest, RequestLoad } from './request-load';
import { ResumingClient } from './resuming-client';
import { changeDrops, storedEvents } from './stream-log';
import { until } from './until';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
/** Reads of each kind: from the response cache, from the database, and a POST that changes nothing. */
const READS: readonly LoadRequest[] = [
  { method: 'GET', path: '/v1/drops' },
  { method: 'GET', path: '/v1/drops/linea/hype' },
  { method: 'POST', path: '/v1/eligibility', body: { wallet: WALLET, drop: 'linea' } },
];
/** Requests of one balancer around each restart. */
export const REQUESTS_AROUND = 100;

/** Two built instances of the API on one database, behind balancers with their files of `deploy/`. */
export class RestartStage {
  private constructor(
    private readonly database: Awaited<ReturnType<typeof createTestDatabase>>,
    readonly db: Database,
    readonly key: string,
    readonly instances: readonly [ApiProcess, ApiProcess],
    readonly balancers: readonly Balancer[],
  ) {}

  static async start(...names: readonly BalancerName[]): Promise<RestartStage> {
    const database = await createTestDatabase();
    const db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    await applyDefinitions(db, { origin: 'test', definitions: [dropDefinition('linea')], nowMs: Date.now() });
    await publishAllEvents(db);
    const terms = { plan: 'scale', label: 'test', requestsPerMinute: 1_000_000 } as const;
    const { secret } = await new ApiKeyRepository(db).issue(terms);
    const instance = async () =>
      new ApiProcess(await freePort(), {
        DATABASE_URL: database.url,
        SHUTDOWN_GRACE_SECONDS: '5',
        FAILED_KEY_LIMIT: '1',
      });
    const instances = [await instance(), await instance()] as const;
    await Promise.all(instances.map((each) => each.start()));
    const ports = [instances[0].port, instances[1].port] as const;
    const balancers = await Promise.all(names.map((name) => startBalancer(name, { api: ports })));
    return new RestartStage(database, db, secret, instances, balancers);
  }

  get headers(): Readonly<Record<string, string>> {
    return { host: API_HOST, authorization: `Bearer ${this.key}` };
  }

  load({ origin }: Balancer, perSecond: number, requests: readonly LoadRequest[] = READS): RequestLoad {
    return new RequestLoad({ origin, headers: this.headers, perSecond, requests });
  }

  /**
   * Statuses of requests with an invalid key and a made-up client address. Invalid keys are limited per address, except for
   * this machine: 429 shows that the address was believed.
   */
  async spoof(origin: string): Promise<readonly string[]> {
    const headers = { host: API_HOST, authorization: 'Bearer none', 'x-forwarded-for': '203.0.113.9' };
    const load = new RequestLoad({ origin, headers, perSecond: 50, requests: [{ method: 'GET', path: '/v1/drops' }] });
    await load.more(10);
    return Object.keys(await load.end());
  }

  /** Statuses of a request whose body is larger than any that the API accepts. */
  async sendTooMuch(balancer: Balancer): Promise<readonly string[]> {
    const body = { text: 'x'.repeat(200_000) };
    const load = this.load(balancer, 5, [{ method: 'POST', path: '/v1/eligibility/batch', body }]);
    await load.more(1);
    return Object.keys(await load.end());
  }

  /** Restarts each instance once, with requests before and after. */
  async restartEach(loads: readonly RequestLoad[]): Promise<void> {
    const more = () => Promise.all(loads.map((load) => load.more(REQUESTS_AROUND)));
    for (const instance of this.instances) {
      await more();
      expect(await instance.stop()).toBe(0);
      await more();
      await instance.start();
    }
    await more();
  }

  /** Follows the live stream behind a balancer. */
  async follow({ origin }: Balancer): Promise<FollowedStream> {
    const followed = new FollowedStream(this.db, new ResumingClient(`${origin}/v1/stream`, this.key, this.headers));
    await followed.publish();
    return followed;
  }

  async stop(): Promise<void> {
    await Promise.all(this.balancers.map((balancer) => balancer.stop()));
    await Promise.all(this.instances.map((instance) => instance.stop('SIGKILL')));
    await this.db.close();
    await this.database.drop();
  }
}

/** A client of the live stream that reconnects, and the events that it must have received. */
export class FollowedStream {
  readonly #running: Promise<void>;
  #score = 0;

  constructor(
    private readonly db: Database,
    private readonly client: ResumingClient,
  ) {
    this.#running = client.run();
  }

  async publish(): Promise<void> {
    this.#score = (this.#score + 10) % 100;
    await changeDrops(this.db, [['linea', { hype_score: this.#score }]]);
    await publishAllEvents(this.db);
  }

  /** @returns ids of the received events, and of those of the log, once the client has caught up. */
  async end(): Promise<{ readonly received: readonly string[]; readonly published: readonly string[] }> {
    await this.publish();
    const stored = await storedEvents(this.db);
    await until(() => Promise.resolve(this.client.reached >= Number(stored.at(-1)?.seq)));
    this.client.stop();
    await this.#running;
    return { received: this.client.ids, published: stored.map(({ id }) => id) };
  }
}
