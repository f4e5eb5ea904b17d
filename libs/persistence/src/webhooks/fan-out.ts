import { type EventDraft, matches, type Subscription } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { numbersOf, plainArray } from '../database/plain-array';
import type { ClaimedDelivery } from './claim';
import { isTold, TOLD_PLANS } from './paused';
import { wakeSenders } from './queue';
import type { ReadyEndpoint } from './take';

/** An endpoint that is told of what it wants. */
export interface Listener extends Subscription {
  readonly id: string;
}

/** Endpoints that are told: neither disabled nor deleted, of accounts that are not paused. */
export async function readListeners(sql: Sql, nowMs: number): Promise<Listener[]> {
  return sql.query<Listener>(
    `SELECT id, events, filter_drops AS drops, filter_chains AS chains, min_hype AS "minHype"
     FROM webhook_endpoints AS e
     WHERE enabled AND deleted_at IS NULL AND ${isTold('e.account', '$1', '$2')} ORDER BY created_at, id`,
    [TOLD_PLANS, nowMs],
  );
}

/** Who has deliveries from the moment on that they are made. */
export interface Taker {
  /** Endpoints that may get something at once. */
  readonly ready: ReadonlyMap<string, ReadyEndpoint>;
  /** When the lease ends, milliseconds since the epoch. */
  readonly leaseEndsMs: number;
}

/** What was made. */
export interface Made {
  readonly deliveries: number;
  /** Those of them that the taker has. */
  readonly taken: readonly ClaimedDelivery[];
}

/** A delivery that is to be made. */
interface Planned {
  readonly event: EventDraft;
  readonly place: string;
  readonly endpointId: string;
}

/** Who is told what. */
export class FanOut {
  readonly #events: EventDraft[] = [];
  readonly #endpoints: string[] = [];

  constructor(private readonly listeners: readonly Listener[]) {}

  /** How many deliveries there will be. */
  get size(): number {
    return this.#events.length;
  }

  add(event: EventDraft): void {
    for (const listener of this.listeners) {
      if (!matches(listener, event)) continue;
      this.#events.push(event);
      this.#endpoints.push(listener.id);
    }
  }

  /** How many of the first so many deliveries each endpoint gets. */
  wanted(max: number): ReadonlyMap<string, number> {
    const wanted = new Map<string, number>();
    for (const id of this.#endpoints.slice(0, max)) wanted.set(id, (wanted.get(id) ?? 0) + 1);
    return wanted;
  }

  /**
   * Stores the deliveries, due at once, and wakes who sends those that nobody has.
   *
   * @param places - of events that are new; of others everybody has been told.
   * @param taker - who begins some at once; null for nobody.
   */
  async store(sql: Sql, places: ReadonlyMap<string, string>, nowMs: number, taker: Taker | null): Promise<Made> {
    const { taken, left } = this.#share(places, taker?.ready ?? new Map());
    if (left.length > 0) {
      await storeLeft(sql, left, nowMs);
      await wakeSenders(sql);
    }
    const made = taker === null || taken.length === 0 ? [] : await storeTaken(sql, taken, nowMs, taker);
    return { deliveries: taken.length + left.length, taken: made };
  }

  #share(places: ReadonlyMap<string, string>, ready: ReadonlyMap<string, ReadyEndpoint>) {
    const slots = new Map([...ready].map(([id, endpoint]) => [id, endpoint.slots]));
    const taken: Planned[] = [];
    const left: Planned[] = [];
    this.#events.forEach((event, number) => {
      const endpointId = this.#endpoints[number] ?? '';
      const place = places.get(event.id);
      if (place === undefined) return;
      const free = slots.get(endpointId) ?? 0;
      if (free > 0) slots.set(endpointId, free - 1);
      (free > 0 ? taken : left).push({ event, place, endpointId });
    });
    return { taken, left };
  }
}

async function storeLeft(sql: Sql, left: readonly Planned[], nowMs: number): Promise<void> {
  await sql.query(
    `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
     SELECT endpoint_id, event, 'pending', to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000)
     FROM unnest($1::text[], $2::bigint[]) AS d (endpoint_id, event)`,
    [plainArray(left.map(({ endpointId }) => endpointId)), plainArray(left.map(({ place }) => place)), nowMs],
  );
}

/** As a claim would leave them right after they were made. */
async function storeTaken(
  sql: Sql,
  taken: readonly Planned[],
  nowMs: number,
  { ready, leaseEndsMs }: Taker,
): Promise<ClaimedDelivery[]> {
  // Before, as nothing tells in which order an insert returns its rows.
  const [row] = await sql.query<{ ids: string }>(
    `SELECT array_agg(nextval('deliveries_id_seq'))::text AS ids FROM generate_series(1, $1::int)`,
    [taken.length],
  );
  const ids = row?.ids ?? '';
  await sql.query(
    `INSERT INTO deliveries (id, endpoint_id, event, status, due_at, claims, created_at)
     SELECT id, endpoint_id, event, 'sending', to_timestamp($4::float8 / 1000), 1, to_timestamp($5::float8 / 1000)
     FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS d (id, endpoint_id, event)`,
    [
      ids,
      plainArray(taken.map(({ endpointId }) => endpointId)),
      plainArray(taken.map(({ place }) => place)),
      leaseEndsMs,
      nowMs,
    ],
  );
  const bodies = bodiesOf(taken);
  const numbers = numbersOf(ids);
  return taken.flatMap(({ event, endpointId }, n) => {
    const [id, endpoint, body] = [numbers[n], ready.get(endpointId), bodies.get(event)];
    if (id === undefined || endpoint === undefined || body === undefined) return [];
    const { account, url, secrets } = endpoint;
    return {
      id,
      claim: 1,
      endpointId,
      account,
      url,
      eventId: event.id,
      body,
      tries: 0,
      number: 1,
      dueMs: nowMs,
      secrets,
    };
  });
}

/** Many deliveries are of one event: its bytes are made once. */
function bodiesOf(planned: readonly Planned[]): ReadonlyMap<EventDraft, Buffer> {
  const events = new Set(planned.map(({ event }) => event));
  return new Map([...events].map((event) => [event, Buffer.from(event.body)]));
}
