import { ApiKeyRepository, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, freePort } from '@droptrack/program/testing';
import type { Cleanup } from '../../../tools/test/cleanup';
import { ApiProcess } from './api-process';
import { API_HOST, type Balancer, type BalancerName, EXPLORER_HOST, startBalancer } from './balancers';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { FollowedStream } from './followed-stream';
import { type LoadRequest, RequestLoad } from './request-load';
import { ResumingClient } from './resuming-client';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
/** Reads of each kind: from the response cache, from the database, and a POST that changes nothing. */
const READS: readonly LoadRequest[] = [
  { method: 'GET', path: '/v1/drops' },
  { method: 'GET', path: '/v1/drops/linea/hype' },
  { method: 'POST', path: '/v1/eligibility', body: { wallet: WALLET, drop: 'linea' } },
];
const PAGES: readonly LoadRequest[] = ['/', '/drops/linea', '/calendar'].map((path) => ({ method: 'GET', path }));
/** Requests of one balancer around each restart. */
export const REQUESTS_AROUND = 100;

type Instances = readonly [ApiProcess, ApiProcess];

/** Two built instances of the API on one database and two of the explorer, behind balancers with their files of `deploy/`. */
export class RestartStage {
  private constructor(
    private readonly cleanup: Cleanup,
    readonly db: Database,
    readonly key: string,
    readonly instances: Instances,
    readonly explorers: Instances,
    readonly balancers: readonly Balancer[],
  ) {}

  /** @param cleanup - ends what was started. */
  static async start(cleanup: Cleanup, ...names: readonly BalancerName[]): Promise<RestartStage> {
    const database = await createTestDatabase();
    await cleanup.push(() => database.drop());
    const db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    await cleanup.push(() => db.close());
    await applyDefinitions(db, { origin: 'test', definitions: [dropDefinition('linea')], nowMs: Date.now() });
    await publishAllEvents(db);
    const terms = { plan: 'scale', label: 'test', requestsPerMinute: 1_000_000 } as const;
    const { secret } = await new ApiKeyRepository(db).issue(terms);
    const settings = { DATABASE_URL: database.url, SHUTDOWN_GRACE_SECONDS: '5', FAILED_KEY_LIMIT: '1' };
    const instances = await startTwo(cleanup, (port) => new ApiProcess(port, settings));
    const explorers = await startTwo(cleanup, (port) => explorerOn(port, instances[0].port, secret));
    const ports = { api: portsOf(instances), explorer: portsOf(explorers) };
    const starts = await Promise.allSettled(
      names.map(async (name) => {
        const balancer = await startBalancer(name, ports);
        await cleanup.push(() => balancer.stop());
        return balancer;
      }),
    );
    const balancers = starts.map((start) => {
      if (start.status === 'rejected') throw start.reason;
      return start.value;
    });
    return new RestartStage(cleanup, db, secret, instances, explorers, balancers);
  }

  get headers(): Readonly<Record<string, string>> {
    return { host: API_HOST, authorization: `Bearer ${this.key}` };
  }

  load({ origin }: Balancer, perSecond: number, requests: readonly LoadRequest[] = READS): RequestLoad {
    return this.started(new RequestLoad({ origin, headers: this.headers, perSecond, requests }));
  }

  /** Requests for pages of the explorer. */
  loadPages({ origin }: Balancer, perSecond: number): RequestLoad {
    const headers = { host: EXPLORER_HOST };
    return this.started(new RequestLoad({ origin, headers, perSecond, requests: PAGES }));
  }

  /**
   * Statuses of requests with an invalid key and a made-up client address. Invalid keys are limited per address, except for
   * this machine: 429 shows that the address was believed.
   */
  async spoof(origin: string): Promise<readonly string[]> {
    const headers = { host: API_HOST, authorization: 'Bearer none', 'x-forwarded-for': '203.0.113.9' };
    const requests = [{ method: 'GET', path: '/v1/drops' }] as const;
    const load = this.started(new RequestLoad({ origin, headers, perSecond: 50, requests }));
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

  /** Restarts each instance of a program once, with requests before and after. */
  async restartEach(loads: readonly RequestLoad[], instances = this.instances): Promise<void> {
    const more = () => Promise.all(loads.map((load) => load.more(REQUESTS_AROUND)));
    for (const instance of instances) {
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
    await this.cleanup.push(() => followed.stop());
    return followed;
  }

  /** A load ends with the test, also after a failed expectation. */
  private started(load: RequestLoad): RequestLoad {
    void this.cleanup.push(() => load.end());
    return load;
  }
}

/** Two processes on free ports, which end with the test. */
export async function startTwo(cleanup: Cleanup, make: (port: number) => ApiProcess): Promise<Instances> {
  const instances = [make(await freePort()), make(await freePort())] as const;
  for (const each of instances) await cleanup.push(() => each.stop('SIGKILL'));
  await Promise.all(instances.map((each) => each.start()));
  return instances;
}

/** The built explorer on a port, before an API of this machine. */
export function explorerOn(port: number, apiPort: number, key: string): ApiProcess {
  const settings = {
    EXPLORER_PORT: String(port),
    EXPLORER_API_URL: `http://127.0.0.1:${apiPort}`,
    EXPLORER_API_KEY: key,
    EXPLORER_PUBLIC_URL: `https://${EXPLORER_HOST}`,
    SHUTDOWN_GRACE_SECONDS: '5',
  };
  return new ApiProcess(port, settings, [builtProgram('explorer')]);
}

const portsOf = ([first, second]: Instances) => [first.port, second.port] as const;
