import { SecretBox } from './secret-box';
import { type Database } from '../database/database';
import { ApiKeyRepository } from '../keys/api-key.repository';
import { type LeaseOptions, leaseDeliveries, type LeasedDelivery } from './lease';
import { EndpointRepository } from './endpoint.repository';
import type { EndpointTerms } from './endpoint';
import { type DeliveryOutcome, recordOutcomes, type RecordOptions } from './outcomes';

/** Shortly before now, so that keys that a test issues are valid at this instant. */
export const NOW_MS = Math.floor(Date.now() / 1_000) * 1_000;
export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const LEASE_MS = 30_000;

/** Secret box whose keys consist of one repeated byte each. */
export const boxOf = (...bytes: readonly number[]) =>
  SecretBox.fromKeys(bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')));

/** Fixture with accounts, endpoints, events and deliveries, and with the leases and outcomes of workers. */
export class Webhooks {
  readonly endpoints: EndpointRepository;
  readonly box = boxOf(1);
  readonly #keys: ApiKeyRepository;
  #events = 0;

  constructor(readonly db: Database) {
    this.endpoints = new EndpointRepository(db, this.box);
    this.#keys = new ApiKeyRepository(db);
  }

  async account(plan: 'free' | 'pro' = 'pro'): Promise<string> {
    return (await this.#keys.issue({ plan, label: 'test' })).key.account;
  }

  async endpoint(account?: string, terms: Partial<EndpointTerms> = {}): Promise<string> {
    const { endpoint } = await this.endpoints.create(account ?? (await this.account()), termsOf(terms), 20, NOW_MS);
    return endpoint.id;
  }

  /** Stores events of the log; returns their positions. */
  async events(count: number, over: { type?: string; atMs?: number; dropId?: string } = {}): Promise<string[]> {
    const { type = 'drop.updated', atMs = NOW_MS, dropId = 'linea' } = over;
    const numbers = Array.from({ length: count }, () => (this.#events += 1));
    const rows = await this.db.query<{ place: string }>(
      `INSERT INTO events (id, type, seq, drop_id, chain, hype, recorded_at, body)
       SELECT 'evt_' || n, $2, n, $3, 'linea', 60, to_timestamp($4::float8 / 1000), '{"n":' || n || ',"text":"é€😀"}'
       FROM unnest($1::int[]) AS n ORDER BY n RETURNING place::text AS place`,
      [numbers, type, dropId, atMs],
    );
    return rows.map(({ place }) => place);
  }

  /** Creates deliveries of new events to an endpoint, each due a millisecond after the one before. */
  async deliveries(endpointId: string, count: number, dueMs = NOW_MS - SECOND_MS): Promise<string[]> {
    const places = await this.events(count);
    const rows = await this.db.query<{ id: string }>(
      `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
       SELECT $1, place, 'pending', to_timestamp(($3::float8 + n) / 1000), to_timestamp($3::float8 / 1000)
       FROM unnest($2::bigint[]) WITH ORDINALITY AS e (place, n) ORDER BY n RETURNING id::text AS id`,
      [endpointId, places, dueMs],
    );
    return rows.map(({ id }) => id);
  }

  async lease(nowMs = NOW_MS, over: Partial<LeaseOptions> = {}): Promise<readonly LeasedDelivery[]> {
    const options = { nowMs, max: 1_000, leaseMs: LEASE_MS, ratePerSecond: 50, ...over };
    return (await leaseDeliveries(this.db, options)).deliveries;
  }

  record(outcomes: readonly DeliveryOutcome[], nowMs = NOW_MS, over: Partial<RecordOptions> = {}) {
    return recordOutcomes(this.db, outcomes, { nowMs, random: () => 0, ...over });
  }

  /** Deletes all deliveries and resets the breakers and rates of endpoints. */
  async resetDeliveries(): Promise<void> {
    await this.db.query('TRUNCATE deliveries, attempts');
    await this.db.query(
      'UPDATE webhook_endpoints SET paced_until = NULL, failures = 0, failing_since = NULL, blocked_until = NULL',
    );
  }

  async row(id: string) {
    const [row] = await this.db.query<{ status: string; tries: number; dueMs: number; claims: number }>(
      `SELECT status, tries, claims, (extract(epoch FROM due_at) * 1000)::float8 AS "dueMs" FROM deliveries WHERE id = $1`,
      [id],
    );
    return row!;
  }

  async endpointRow(id: string) {
    return (await this.endpoints.find(null, id))!;
  }

  async count(table: string): Promise<number> {
    const [row] = await this.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return row!.n;
  }
}

export const termsOf = (over: Partial<EndpointTerms> = {}): EndpointTerms => ({
  url: 'https://example.com/hooks',
  description: null,
  events: ['*'],
  drops: null,
  chains: null,
  minHype: null,
  enabled: true,
  ...over,
});

export const outcomeOf = (
  delivery: LeasedDelivery,
  atMs = NOW_MS,
  over: Partial<DeliveryOutcome> = {},
): DeliveryOutcome => ({
  delivery,
  atMs,
  durationMs: 20,
  statusCode: 204,
  error: null,
  response: null,
  retryAfterMs: null,
  isDelivered: true,
  ...over,
});

export const failureOf = (delivery: LeasedDelivery, atMs = NOW_MS, over: Partial<DeliveryOutcome> = {}) =>
  outcomeOf(delivery, atMs, { statusCode: 500, error: 'responded with 500', isDelivered: false, ...over });

export const idsOf = (deliveries: readonly LeasedDelivery[]) => deliveries.map(({ id }) => id);

/** Asserts that no delivery was leased twice. */
export function expectLeasedOnce(deliveries: readonly LeasedDelivery[]): void {
  expect(new Set(idsOf(deliveries)).size).toBe(deliveries.length);
}

/** Asserts that no endpoint has more than four leased deliveries. */
export function expectFourAtATime(held: readonly LeasedDelivery[]): void {
  for (const { endpointId: endpoint } of held) {
    expect(held.filter(({ endpointId }) => endpointId === endpoint).length).toBeLessThanOrEqual(4);
  }
}
