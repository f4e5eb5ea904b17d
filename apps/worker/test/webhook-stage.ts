import { createHash, randomBytes } from 'node:crypto';
import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import { createEgress } from '@droptrack/egress';
import type { TestAuthority } from '@droptrack/egress/testing';
import {
  ApiKeyRepository,
  appendRevisions,
  type Database,
  type EndpointTerms,
  EventRepository,
  openDatabase,
  SecretBox,
  EndpointRepository,
} from '@droptrack/persistence';
import { createLogger } from '@droptrack/program/logging';
import { Registry } from 'prom-client';
import { NO_WEBHOOKS, type WebhooksConfig } from '../src/config/webhooks';
import { until } from '../src/webhooks/testing';
import { Webhooks, type WebhooksParts } from '../src/webhooks/webhooks';
import { startVerifyingReceiver, type VerifyingReceiver } from './verifying-receiver';

/** Endpoint of a test, with its path at the receiver. */
export interface StagedEndpoint {
  readonly id: string;
  readonly path: string;
  /** Drops that it subscribes to; null for all. */
  readonly drops: readonly string[] | null;
}

/** Webhooks of a worker, in this process. */
export interface StagedWorker {
  readonly webhooks: Webhooks;
  readonly registry: Registry;
  /** Lines of its log. */
  readonly lines: string[];
  /** Failures of its jobs. */
  readonly failures: string[];
}

/** Fixture: a receiver, a database, endpoints, and workers that notify them. */
export class WebhookStage {
  readonly key = randomBytes(32).toString('base64');
  readonly box = SecretBox.fromKeys([this.key]);
  readonly endpoints: EndpointRepository;
  readonly staged: StagedEndpoint[] = [];
  /** Difference of the workers' clocks from the machine's, in milliseconds. */
  readonly clock = { aheadMs: 0 };
  readonly #workers: StagedWorker[] = [];
  #changes = 0;

  private constructor(
    readonly url: string,
    readonly db: Database,
    readonly receiver: VerifyingReceiver,
    readonly account: string,
    private readonly ca: string,
  ) {
    this.endpoints = new EndpointRepository(db, this.box);
  }

  static async open(url: string, authority: TestAuthority): Promise<WebhookStage> {
    const db = openDatabase(url, { poolSize: 4, applicationName: 'test' });
    const receiver = await startVerifyingReceiver(await authority.issue('localhost'));
    const { key } = await new ApiKeyRepository(db).issue({ plan: 'pro', label: 'test' });
    return new WebhookStage(url, db, receiver, key.account, authority.ca);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map(({ webhooks }) => webhooks.stop()));
    await this.receiver.close();
    await this.db.close();
  }

  /** Creates endpoints at paths of the receiver, which gets their secrets. */
  async register(count: number, terms: Partial<EndpointTerms> = {}): Promise<StagedEndpoint[]> {
    const registered: StagedEndpoint[] = [];
    for (let n = 0; n < count; n++) {
      const path = `/${this.staged.length}`;
      const given = { description: null, events: ['*'], drops: null, chains: null, minHype: null, enabled: true };
      const url = this.receiver.url(path);
      const { endpoint, secret } = await this.endpoints.create(
        this.account,
        { ...given, url, ...terms },
        1_000,
        this.now(),
      );
      this.receiver.secrets.set(path, secret);
      const staged = { id: endpoint.id, path, drops: terms.drops ?? null };
      this.staged.push(staged);
      registered.push(staged);
    }
    return registered;
  }

  /** Appends a change of each drop, in one transaction. */
  async change(drops: readonly string[]): Promise<void> {
    this.#changes += 1;
    const name = `Name ${this.#changes}`;
    const drafts = drops.map((id) => ({ ...dropChange(dropBody({ id, name })), cause: 'catalogue' as const }));
    await this.db.transaction((sql) => appendRevisions(sql, drafts));
  }

  readonly now = (): number => Date.now() + this.clock.aheadMs;

  /** Starts the webhooks of a worker in this process. */
  start({
    config,
    ...parts
  }: Partial<Omit<WebhooksParts, 'config'>> & { config?: Partial<WebhooksConfig> } = {}): StagedWorker {
    const policy = { allowInsecure: true, allow: [] };
    const registry = new Registry();
    const lines: string[] = [];
    const failures: string[] = [];
    const webhooks = new Webhooks({
      db: this.db,
      databaseUrl: this.url,
      config: { ...NO_WEBHOOKS, box: this.box, policy, ratePerEndpoint: 1_000, ratePerHost: 1_000_000, ...config },
      registry,
      clock: { now: this.now, monotonicMs: () => performance.now() + this.clock.aheadMs, mayWork: () => true },
      random: Math.random,
      logger: createLogger('worker', 'debug', { write: (line) => void lines.push(line) }),
      failures: { failed: (job, error) => void failures.push(`${job}: ${String(error)}`) },
      egress: createEgress(policy, { ca: [this.ca] }),
      stopMs: 300,
      ...parts,
    });
    const worker = { webhooks, registry, lines, failures };
    this.#workers.push(worker);
    webhooks.start();
    return worker;
  }

  /** Stops a worker gracefully. */
  async stop(worker: StagedWorker): Promise<void> {
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    await worker.webhooks.stop();
  }

  async count(what: string): Promise<number> {
    const [row] = await this.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
    return row?.n ?? 0;
  }

  /** Returns a count of the endpoint's current leases whose outcomes are still not recorded. */
  async countOpenLeases(endpointId: string): Promise<() => Promise<number>> {
    const leases = await this.db.query<{ id: string; claims: number }>(
      `SELECT id::text AS id, claims FROM deliveries WHERE endpoint_id = $1 AND status = 'sending'`,
      [endpointId],
    );
    const open = leases.map(({ id, claims }) => `(${id}, ${claims})`).join(', ') || '(NULL, NULL)';
    return () => this.count(`deliveries WHERE status = 'sending' AND (id, claims) IN (${open})`);
  }

  /** Waits until all of the log is published and delivered. */
  async untilAllDelivered(): Promise<void> {
    await until(
      async () => (await this.count('event_head JOIN log_head USING (seq)')) === 1,
      'all of the log is events',
    );
    let open = Infinity;
    // For as long as deliveries complete, however slowly.
    for (let next = await this.#open(); next > 0; next = await this.#open()) {
      open = next;
      await until(async () => (await this.#open()) < open, `${open} deliveries become less`);
    }
  }

  #open = (): Promise<number> => this.count(`deliveries WHERE status <> 'delivered'`);

  /**
   * Checks the guarantees: each revision has its event, `GET /v1/events` has all events in order, and each endpoint has received each
   * event that it subscribes to, no others, and the same bytes each time.
   */
  async expectAllReceived(): Promise<{ events: number; repeated: number }> {
    const events = await this.db.query<{ id: string; drop: string; body: string }>(
      'SELECT id, drop_id AS drop, body FROM events WHERE account IS NULL ORDER BY place',
    );
    expect(await this.count('revisions AS r WHERE NOT EXISTS (SELECT FROM events AS e WHERE e.seq = r.seq)')).toBe(0);
    expect(await this.#listEvents()).toEqual(events.map(({ body }) => body).reverse());
    expect(this.receiver.rejected).toEqual([]);
    let repeated = 0;
    for (const { path, drops } of this.staged) {
      const wanted = events.filter(({ drop }) => drops === null || drops.includes(drop));
      const received = this.receiver.received.get(path) ?? new Map();
      expect([...received.keys()].sort()).toEqual(wanted.map(({ id }) => id).sort());
      for (const { id, body } of wanted) {
        expect([...(received.get(id)?.bodies ?? [])]).toEqual([createHash('sha256').update(body).digest('hex')]);
        repeated += (received.get(id)?.times ?? 0) - 1;
      }
    }
    return { events: events.length, repeated };
  }

  /** Reads `GET /v1/events`, page by page. */
  async #listEvents(): Promise<string[]> {
    const bodies: string[] = [];
    for (let before: bigint | null = null; ;) {
      const query = { account: this.account, types: null, before, limit: 100, sinceMs: 0, completeMs: Infinity };
      const page = await new EventRepository(this.db).list(query);
      bodies.push(...page.map(({ body }) => body));
      const last = page.at(-1);
      if (last === undefined) return bodies;
      before = BigInt(last.position);
    }
  }
}

/** Names of drops. */
export const dropsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `drop-${index}`);
