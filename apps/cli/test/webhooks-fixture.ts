import { dropDefinition } from '@droptrack/catalogue/testing';
import {
  ApiKeyRepository,
  applyDefinitions,
  type CreatedEndpoint,
  type Database,
  DeliveryQueue,
  type EndpointTerms,
  type LeasedDelivery,
  openDatabase,
  SecretBox,
  publishEvents,
  EndpointRepository,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineWithin } from './command-line';
import type { Call } from '../src/testing/run-call';

export const OLD_KEY = Buffer.alloc(32, 1).toString('base64');
export const NEW_KEY = Buffer.alloc(32, 2).toString('base64');

/** Options of a command within this process. */
interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Input for questions of the command. */
  readonly stdin?: string;
}

/** A database with accounts, endpoints and published events, and methods that do the work of a worker. */
export class WebhooksFixture {
  private constructor(
    private readonly test: TestDatabase,
    readonly db: Database,
    readonly home: string,
  ) {}

  static async open(): Promise<WebhooksFixture> {
    const test = await createTestDatabase();
    const db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    return new WebhooksFixture(test, db, mkdtempSync(join(tmpdir(), 'droptrack-webhooks-')));
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.test.drop();
    rmSync(this.home, { recursive: true });
  }

  get databaseUrl(): string {
    return this.test.url;
  }

  /** A new account with one key. */
  async account(label = 'wallet app'): Promise<{ account: string; keyId: string }> {
    const { key } = await new ApiKeyRepository(this.db).issue({ plan: 'pro', label });
    return { account: key.account, keyId: key.id };
  }

  /** Creates an endpoint of an account, with its secret encrypted by {@link OLD_KEY}. */
  endpoint(account: string, terms: Partial<EndpointTerms> = {}): Promise<CreatedEndpoint> {
    const given = { description: null, events: ['*'], drops: null, chains: null, minHype: null, enabled: true };
    const url = 'https://hooks.example/events?token=hidden';
    const endpoints = new EndpointRepository(this.db, SecretBox.fromKeys([OLD_KEY]));
    return endpoints.create(account, { ...given, url, ...terms }, 20, Date.now());
  }

  /** Adds drops to the catalogue and publishes their events. */
  async publish(drops: number, origin = 'test'): Promise<void> {
    const definitions = Array.from({ length: drops }, (_, n) => dropDefinition({ id: `${origin}-${n}`, events: [] }));
    await applyDefinitions(this.db, { origin, definitions, nowMs: Date.now() });
    while ((await publishEvents(this.db, { nowMs: Date.now() })).isMore);
  }

  /** Makes one attempt of each due delivery, with this response. @returns the number of attempts. */
  async attempt(statusCode: number, nowMs = Date.now()): Promise<number> {
    const isDelivered = statusCode < 300;
    const outcomes = (await this.#leaseAll(nowMs)).map((delivery) => ({
      ...{ delivery, atMs: nowMs, durationMs: 12, statusCode, isDelivered, retryAfterMs: null },
      error: isDelivered ? null : `the response was ${statusCode}`,
      response: Buffer.from('thank you'),
    }));
    await this.#queue.record(outcomes, { nowMs: nowMs + 12, random: () => 0.5 });
    return outcomes.length;
  }

  get #queue(): DeliveryQueue {
    return new DeliveryQueue(this.db, { perEndpoint: 1_000, leaseMs: 30_000, ratePerSecond: 1_000 });
  }

  /** Leases repeatedly, because each lease is limited by the rate of the endpoint. */
  async #leaseAll(nowMs: number): Promise<LeasedDelivery[]> {
    const all: LeasedDelivery[] = [];
    for (let atMs = nowMs; ; atMs += 20) {
      const { deliveries, nextDueMs } = await this.#queue.lease({ nowMs: atMs, max: 1_000 });
      if (deliveries.length === 0 && nextDueMs === null) return all;
      all.push(...deliveries);
    }
  }

  /** Runs a command. */
  call(args: readonly string[], options: CallOptions = {}): Promise<Call> {
    const { databaseUrl, home } = this;
    return commandLineWithin({ databaseUrl, home, ...options }).call(...args);
  }

  /** Runs a command with `--json`. @returns its exit code and document. */
  async ask<T>(args: readonly string[], options: CallOptions = {}): Promise<{ code: number; document: T }> {
    const { code, stdout, stderr } = await this.call([...args, '--json'], options);
    if (stdout === '') throw new Error(stderr);
    return { code, document: JSON.parse(stdout) as T };
  }

  async count(what: string): Promise<number> {
    const [row] = await this.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
    return row?.n ?? 0;
  }
}
