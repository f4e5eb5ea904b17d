import { randomInt } from 'node:crypto';
import { BREAKER } from '@droptrack/webhooks';
import type { Database, Transaction } from '../database/database';
import { CLAIM } from './claim-statement';
import { readClaimedEndpoints } from './claimed-endpoints';
import { TOLD_PLANS } from './paused';
import { lockQueue } from './queue';
import type { SealedSecret } from './secret-box';

/** A delivery that is ours until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  /** Tells this claim from any other of the same delivery. */
  readonly claim: number;
  readonly endpointId: string;
  readonly account: string;
  readonly url: string;
  /** The `webhook-id`. */
  readonly eventId: string;
  /** Exactly what is signed and sent; of all deliveries of an event that were claimed together the same bytes. */
  readonly body: Buffer;
  /** Attempts before this one since it was last made due from the beginning. */
  readonly tries: number;
  /** Of this attempt; larger than of all before it, from 1 on. */
  readonly number: number;
  /** Since when it was due, milliseconds since the epoch. */
  readonly dueMs: number;
  /** What signs, the latest first; none for an endpoint that is being deleted. */
  readonly secrets: readonly SealedSecret[];
}

/** How much a worker takes. */
export interface ClaimOptions {
  readonly nowMs: number;
  /** Deliveries at most. */
  readonly max: number;
  /** Under way at a time to one endpoint, over all workers; 4 when not given. */
  readonly perEndpoint?: number;
  /** Nobody else takes what this claim takes within this time, in milliseconds: longer than any attempt takes. */
  readonly leaseMs: number;
  /** Most deliveries a second to one endpoint, over all workers; `perEndpoint` of them may come at once. */
  readonly ratePerSecond: number;
  /** Most deliveries a second to one host, over all endpoints of an account and all workers; unbounded when not given. */
  readonly ratePerHost?: number;
}

/** What a claim came to. */
export interface Claim {
  /** Of each endpoint the longest due; endpoints in an order that changes with every claim. */
  readonly deliveries: readonly ClaimedDelivery[];
  /**
   * When a claim would give more, milliseconds since the epoch, where that is known for nothing: at once, or when the pace
   * of an endpoint allows it. Null: nothing more until something is settled, a retry falls due, or a wake-up comes.
   */
  readonly nextDueMs: number | null;
  /** Whether more may be due than was taken, which what is under way to its endpoint holds back until it is settled. */
  readonly isHeldBack: boolean;
}

/** Under way at a time to one endpoint. */
export const DELIVERIES_PER_ENDPOINT = 4;

interface ClaimedRow {
  readonly id: string | null;
  readonly claim: number;
  readonly endpoint_id: string;
  readonly event: string;
  readonly tries: number;
  readonly due_ms: number;
  readonly next_ms: number | null;
  readonly is_held: boolean;
}

/**
 * Takes deliveries that are due, of endpoints that are enabled and neither paused nor left alone for a while: of each as
 * many as its concurrency, its breaker and its pace allow, the longest due first. Also what workers had taken whose lease
 * has ended. Workers that claim at once wait for each other, a moment. Costs nothing for what is not due.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function claimDeliveries(db: Database, options: ClaimOptions): Promise<Claim> {
  if (options.max <= 0) return Promise.resolve({ deliveries: [], nextDueMs: null, isHeldBack: true });
  return db.transaction(async (sql) => {
    const suffix = await lockQueue(sql);
    const rows = await sql.prepared<ClaimedRow>(`claim_deliveries_${suffix}`, CLAIM, claimValues(options));
    const claimed = rows.filter(({ id }) => id !== null);
    const deliveries = claimed.length === 0 ? [] : await complete(sql, claimed, options.nowMs, suffix);
    const [first] = rows;
    return {
      deliveries,
      nextDueMs: first?.next_ms ?? null,
      isHeldBack: claimed.length > 0 || first?.is_held !== false,
    };
  });
}

/** The parameters of {@link CLAIM}. It begins anywhere among the endpoints, so that none of them always comes last. */
export function claimValues(options: ClaimOptions): unknown[] {
  const { nowMs, max, perEndpoint = DELIVERIES_PER_ENDPOINT, leaseMs, ratePerSecond, ratePerHost = Infinity } = options;
  return [
    nowMs,
    max,
    perEndpoint,
    nowMs + leaseMs,
    1_000 / ratePerSecond,
    DELIVERIES_PER_ENDPOINT,
    TOLD_PLANS,
    `wh_${randomInt(36 ** 4)
      .toString(36)
      .padStart(4, '0')}`,
    BREAKER.failures,
    1_000 / ratePerHost,
  ];
}

interface EventRow {
  readonly place: string;
  readonly id: string;
  readonly body: string;
}

const EVENTS = `
  SELECT place::text AS place, id, body FROM events WHERE place = ANY ($1::bigint[])`;

/** Many deliveries are of few events, or to few endpoints: each is read once. */
async function complete(
  sql: Transaction,
  rows: readonly ClaimedRow[],
  nowMs: number,
  suffix: string,
): Promise<ClaimedDelivery[]> {
  const endpointIds = [...new Set(rows.map((row) => row.endpoint_id))];
  const places = [...new Set(rows.map(({ event }) => event))];
  const endpoints = await readClaimedEndpoints(sql, endpointIds, nowMs, suffix);
  const found = await sql.prepared<EventRow>('read_claimed_events', EVENTS, [places]);
  const events = new Map(found.map(({ place, id, body }) => [place, { eventId: id, body: Buffer.from(body) }]));
  const orphans = events.size < places.length ? rows.filter(({ event }) => !events.has(event)) : [];
  // Made while retention deleted the event: there is nothing to send.
  if (orphans.length > 0) {
    await sql.query('DELETE FROM deliveries WHERE id = ANY ($1::bigint[])', [orphans.map(({ id }) => id)]);
  }
  return rows.flatMap(({ id, claim, endpoint_id: endpointId, event: place, tries, due_ms: dueMs }) => {
    const [endpoint, event] = [endpoints.get(endpointId), events.get(place)];
    if (id === null || endpoint === undefined || event === undefined) return [];
    return [{ id, claim, endpointId, ...endpoint, ...event, tries, number: claim, dueMs }];
  });
}
