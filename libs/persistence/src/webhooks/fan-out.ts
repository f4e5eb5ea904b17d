import { type EventDraft, matches, type Subscription } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { isTold, TOLD_PLANS } from './paused';
import { wakeSenders } from './queue';

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

/** Who is told what. */
export class FanOut {
  readonly #events: string[] = [];
  readonly #endpoints: string[] = [];

  constructor(private readonly listeners: readonly Listener[]) {}

  /** How many deliveries there will be. */
  get size(): number {
    return this.#events.length;
  }

  add(event: EventDraft): void {
    for (const listener of this.listeners) {
      if (!matches(listener, event)) continue;
      this.#events.push(event.id);
      this.#endpoints.push(listener.id);
    }
  }

  /**
   * Stores the deliveries, due at once, and wakes who sends them.
   *
   * @param places - of events that are new; of others everybody has been told.
   * @returns how many.
   */
  async store(sql: Sql, places: ReadonlyMap<string, string>, nowMs: number): Promise<number> {
    const endpoints: string[] = [];
    const events: string[] = [];
    this.#events.forEach((id, number) => {
      const place = places.get(id);
      if (place === undefined) return;
      events.push(place);
      endpoints.push(this.#endpoints[number] ?? '');
    });
    if (events.length === 0) return 0;
    await sql.query(
      `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
       SELECT endpoint_id, event, 'pending', to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000)
       FROM unnest($1::text[], $2::bigint[]) AS d (endpoint_id, event)`,
      [endpoints, events, nowMs],
    );
    await wakeSenders(sql);
    return events.length;
  }
}
