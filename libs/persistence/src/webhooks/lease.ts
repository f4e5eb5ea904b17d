import { randomInt } from 'node:crypto';
import { BREAKER } from '@droptrack/webhooks';
import type { Database, Transaction } from '../database/database';
import { plainArray } from '../database/plain-array';
import { LEASE } from './lease-statement';
import { WEBHOOK_PLANS } from './endpoint';
import { lockQueue } from './queue-lock';
import type { SealedSecret } from './secret-box';

/** A delivery that a worker owns until its lease expires. */
export interface LeasedDelivery {
  readonly id: string;
  /** Number of the lease, from 1 on, larger with each lease of the delivery (`claims`): fences outcomes of expired leases. */
  readonly leaseNumber: number;
  readonly endpointId: string;
  readonly account: string;
  readonly url: string;
  /** The `webhook-id`. */
  readonly eventId: string;
  /** The exact bytes to sign and send; shared by the deliveries of an event in one batch. */
  readonly body: Buffer;
  /** Failed attempts since it became due from the beginning of the retry schedule. */
  readonly tries: number;
  /** Since when it was due, milliseconds since the epoch. */
  readonly dueMs: number;
  /** Active secrets, the latest first; none for an endpoint that is being deleted. */
  readonly secrets: readonly SealedSecret[];
}

/** Terms of all leases of a worker. */
export interface LeaseTerms {
  /** Duration of a lease, in milliseconds: longer than any attempt takes. */
  readonly leaseMs: number;
  /** Most deliveries a second to one endpoint, over all workers; `perEndpoint` of them may be leased at once. */
  readonly ratePerSecond: number;
  /** Most deliveries a second to one host, over all endpoints of an account and all workers; default: unbounded. */
  readonly ratePerHost?: number;
  /** Concurrency limit of an endpoint, over all workers; default: 4. */
  readonly perEndpoint?: number;
}

export interface LeaseOptions extends LeaseTerms {
  readonly nowMs: number;
  /** Most deliveries. */
  readonly max: number;
}

export interface LeasedBatch {
  /** Per endpoint those that have been due for the longest time; the order of the endpoints changes with every lease. */
  readonly deliveries: readonly LeasedDelivery[];
  /**
   * When a lease would return more, milliseconds since the epoch, as far as that is known: at once, or when the rate of an
   * endpoint permits. Null: not before an outcome is recorded, a retry becomes due, or a wake-up signal comes.
   */
  readonly nextDueMs: number | null;
  /** True when more may be due, held back by attempts in flight to the same endpoints. */
  readonly isHeldBack: boolean;
}

/** Concurrency limit of an endpoint: deliveries that are leased or in flight at a time, over all workers. */
const DELIVERIES_PER_ENDPOINT = 4;

interface LeasedRow {
  readonly id: string | null;
  readonly lease_number: number;
  readonly endpoint_id: string;
  readonly event: string;
  readonly tries: number;
  readonly due_ms: number;
  readonly next_ms: number | null;
  readonly is_held: boolean;
}

/**
 * Leases deliveries that are due, of endpoints that are enabled, not paused and whose circuit breaker is not open: of each
 * endpoint as many as its concurrency limit, its breaker and its rate permit, the longest due first. Deliveries with expired
 * leases are included. Leases of several workers run one after the other. Deliveries that are not due cost nothing.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function leaseDeliveries(db: Database, options: LeaseOptions): Promise<LeasedBatch> {
  if (options.max <= 0) return Promise.resolve({ deliveries: [], nextDueMs: null, isHeldBack: true });
  return db.transaction(async (sql) => {
    const suffix = await lockQueue(sql);
    const rows = await sql.prepared<LeasedRow>(`lease_deliveries_${suffix}`, LEASE, leaseValues(options));
    const leased = rows.filter(({ id }) => id !== null);
    const deliveries = leased.length === 0 ? [] : await complete(sql, leased, options.nowMs, suffix);
    const [first] = rows;
    return {
      deliveries,
      nextDueMs: first?.next_ms ?? null,
      isHeldBack: leased.length > 0 || first?.is_held !== false,
    };
  });
}

/** The parameters of {@link LEASE}. The first endpoint is random, so that none of them always comes last. */
export function leaseValues(options: LeaseOptions): unknown[] {
  const { nowMs, max, perEndpoint = DELIVERIES_PER_ENDPOINT, leaseMs, ratePerSecond, ratePerHost = Infinity } = options;
  return [
    nowMs,
    max,
    perEndpoint,
    nowMs + leaseMs,
    1_000 / ratePerSecond,
    DELIVERIES_PER_ENDPOINT,
    WEBHOOK_PLANS,
    `wh_${randomInt(36 ** 4)
      .toString(36)
      .padStart(4, '0')}`,
    BREAKER.failures,
    1_000 / ratePerHost,
  ];
}

/** Adds events and endpoints. Many deliveries share an event or an endpoint, so each is read once. */
async function complete(
  sql: Transaction,
  rows: readonly LeasedRow[],
  nowMs: number,
  suffix: string,
): Promise<LeasedDelivery[]> {
  const endpoints = await readEndpoints(sql, [...new Set(rows.map((row) => row.endpoint_id))], nowMs, suffix);
  const events = await readEvents(sql, [...new Set(rows.map(({ event }) => event))]);
  const orphans = rows.filter(({ event }) => !events.has(event));
  // Created while retention deleted the event.
  if (orphans.length > 0) {
    await sql.query('DELETE FROM deliveries WHERE id = ANY ($1::bigint[])', [orphans.map(({ id }) => id)]);
  }
  return rows.flatMap(
    ({ id, lease_number: leaseNumber, endpoint_id: endpointId, event: place, tries, due_ms: dueMs }) => {
      const [endpoint, event] = [endpoints.get(endpointId), events.get(place)];
      if (id === null || endpoint === undefined || event === undefined) return [];
      return [{ id, leaseNumber, endpointId, ...endpoint, ...event, tries, dueMs }];
    },
  );
}

const EVENTS = `SELECT place::text AS place, id, body FROM events WHERE place = ANY ($1::bigint[])`;

async function readEvents(sql: Transaction, places: readonly string[]) {
  const rows = await sql.prepared<{ place: string; id: string; body: string }>('read_leased_events', EVENTS, [places]);
  return new Map(rows.map(({ place, id, body }) => [place, { eventId: id, body: Buffer.from(body) }]));
}

interface EndpointRow {
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly sealed: Buffer | null;
  readonly key_id: string | null;
}

/** A statement of its own: one that waited for the lock of an endpoint during a rotation would still see the former secret. */
const ENDPOINTS = `
  SELECT e.id, e.account, e.url, s.sealed, s.key_id
  FROM webhook_endpoints AS e LEFT JOIN webhook_secrets AS s
    ON s.endpoint_id = e.id AND (s.expires_at IS NULL OR s.expires_at > to_timestamp($2::float8 / 1000))
  WHERE e.id = ANY ($1::text[]) ORDER BY e.id, s.number DESC`;

async function readEndpoints(sql: Transaction, ids: readonly string[], nowMs: number, suffix: string) {
  const rows = await sql.prepared<EndpointRow>(`read_leased_endpoints_${suffix}`, ENDPOINTS, [plainArray(ids), nowMs]);
  const endpoints = new Map<string, { account: string; url: string; secrets: SealedSecret[] }>();
  for (const { id, account, url, sealed, key_id: keyId } of rows) {
    const endpoint = endpoints.get(id) ?? { account, url, secrets: [] };
    if (sealed !== null && keyId !== null) endpoint.secrets.push({ sealed, keyId });
    endpoints.set(id, endpoint);
  }
  return endpoints;
}
