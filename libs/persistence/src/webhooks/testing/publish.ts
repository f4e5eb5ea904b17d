import type { Revision } from '@droptrack/catalogue';
import type { Plan, WebhookEnvelope } from '@droptrack/contracts';
import { type EventDraft, EventDeriver } from '@droptrack/webhooks';
import { ApiKeyRepository } from '../../keys/api-key.repository';
import { type Database, openDatabase } from '../../database/database';
import { readRevisions } from '../../log/read';
import { createTestDatabase } from '../../testing';
import { publishEvents, type PublishOptions } from '../publish';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const iso = (atMs: number): string => new Date(atMs).toISOString();

/** Endpoint of a test. */
interface EndpointFixture {
  readonly id: string;
  readonly account: string;
  readonly events?: readonly string[];
  readonly drops?: readonly string[];
  readonly chains?: readonly string[];
  readonly minHype?: number;
  readonly enabled?: boolean;
}

/** Fixture with a database of its own, for tests of events. */
export async function feedDatabase() {
  const test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 6, applicationName: 'events under test' });
  const keys = new ApiKeyRepository(db);
  return {
    db,
    url: test.url,
    keys,
    close: async () => {
      await db.close();
      await test.drop();
    },
    /** A new account with one key of a plan. */
    account: async (plan: Plan = 'pro') => {
      const { key } = await keys.issue({ plan, label: 'test' });
      return { account: key.account, keyId: key.id };
    },
    endpoints: (...endpoints: readonly EndpointFixture[]) => insertEndpoints(db, endpoints),
    /** Publishes the whole log; returns the sums of the reports. */
    publish: (options: Partial<PublishOptions> = {}) => publishAll(db, options),
    /** Events of the log after a sequence, in order. */
    published: async (afterSeq = 0): Promise<WebhookEnvelope[]> => {
      const rows = await db.query<{ body: string }>(
        'SELECT body FROM events WHERE account IS NULL AND seq > $1 ORDER BY place',
        [afterSeq],
      );
      return rows.map(({ body }) => JSON.parse(body) as WebhookEnvelope);
    },
    /** Deliveries with their endpoints, in the order of the log. */
    sent: () =>
      db.query<{ endpoint: string; type: string; drop: string }>(
        `SELECT d.endpoint_id AS endpoint, e.type, e.drop_id AS drop FROM deliveries AS d JOIN events AS e ON e.place = d.event
         ORDER BY e.place, d.endpoint_id COLLATE "C"`,
      ),
    lastSeq: async () => (await readRevisions(db, 0, 1e9, 1e6)).at(-1)?.seq ?? 0,
  };
}

async function insertEndpoints(db: Database, endpoints: readonly EndpointFixture[]): Promise<void> {
  for (const { id, account, events = ['*'], drops, chains, minHype, enabled = true } of endpoints) {
    await db.query(
      `INSERT INTO webhook_endpoints
         (id, account, url, events, filter_drops, filter_chains, min_hype, enabled, created_at, updated_at)
       VALUES ($1, $2, 'https://hooks.example/', $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())`,
      [id, account, events, drops ?? null, chains ?? null, minHype ?? null, enabled],
    );
  }
}

async function publishAll(db: Database, options: Partial<PublishOptions>) {
  const sum = { revisions: 0, events: 0, deliveries: 0, calls: 0 };
  for (let isMore = true; isMore; sum.calls += 1) {
    const turn = await publishEvents(db, { nowMs: Date.now(), ...options });
    sum.revisions += turn.revisions;
    sum.events += turn.events;
    sum.deliveries += turn.deliveries;
    isMore = turn.isMore;
  }
  return sum;
}

/** Events that the pure rules derive from the whole log, each once. */
export async function deriveAllEvents(db: Database): Promise<EventDraft[]> {
  const log: Revision[] = await readRevisions(db, 0, 1e9, 1e6);
  const deriver = new EventDeriver({ latestRevisions: [], publishedDrops: [], activeThresholds: [] });
  const all = log.flatMap((revision) => [...deriver.derive(revision)]);
  const ids = new Set<string>();
  return all.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** A database whose transactions are run by the test. */
export function runningIn(db: Database, transaction: Database['transaction']): Database {
  return Object.assign(Object.create(db) as Database, { transaction, query: db.query.bind(db) });
}

/** Waits until so many connections wait for advisory locks of the database, 25 s at most. */
export async function untilWaitingForLocks(db: Database, count: number): Promise<void> {
  for (const endMs = Date.now() + 25_000; ;) {
    const [row] = await db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (row!.n === count) return;
    if (Date.now() > endMs) throw new Error(`${row!.n} wait, not ${count}`);
  }
}
