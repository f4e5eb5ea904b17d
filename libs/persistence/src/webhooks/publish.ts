import type { Revision } from '@droptrack/catalogue';
import { type EventDraft, EventDeriver, type HypeThresholds, matches, type Subscription } from '@droptrack/webhooks';
import type { Database, Sql } from '../database/database';
import { plainArray } from '../database/plain-array';
import { assertNoGap } from '../log/log-gap.error';
import { readRevisions } from '../log/read';
import { EventRepository } from './event.repository';
import { hasWebhooks, WEBHOOK_PLANS } from './endpoint';
import { assertSameLog, readLogState, readPublishedPosition, storeActiveThresholds } from './published-log';
import { wakeDispatchers } from './queue-lock';

/** Most revisions of one transaction. */
const REVISIONS_A_BATCH = 500;
/** Deliveries after which a transaction ends, so that the first ones are sent while others are created. */
const DELIVERIES_A_BATCH = 5_000;

export interface PublishOptions {
  /** Milliseconds since the epoch: when the deliveries are due. */
  readonly nowMs: number;
  /** Most revisions of one call; 500 when not given. */
  readonly limit?: number;
  /** Hype scores that endpoints are notified about; those of the contract when not given. */
  readonly thresholds?: HypeThresholds;
}

/** Result of one call. */
interface PublishReport {
  /** Revisions of the log that were read. */
  readonly revisions: number;
  /** New events. */
  readonly events: number;
  /** New deliveries. */
  readonly deliveries: number;
  /** True when the log has more revisions. */
  readonly isMore: boolean;
}

const NOTHING: PublishReport = { revisions: 0, events: 0, deliveries: 0, isMore: false };

/**
 * Publishes the next revisions of the log: stores their events, and a pending delivery for each endpoint that subscribes to
 * an event, in one transaction with the position in the log. So each revision is published exactly once, whenever a process
 * dies. Calls of several workers run one after the other. The commit notifies the dispatchers, and the live streams of the
 * API.
 *
 * Call it until `isMore` is false. The subscriptions at the time of the call count: an endpoint that is created later gets
 * none of these events.
 *
 * @throws {LogGapError} when a confirmed revision is missing, or differs from the one that the newest event was derived from.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function publishEvents(db: Database, options: PublishOptions): Promise<PublishReport> {
  // Most calls find nothing, and need no lock for that.
  const { seq, lastSeq } = await readPublishedPosition(db);
  return seq >= lastSeq ? NOTHING : db.transaction((sql) => publishBatch(sql, options));
}

async function publishBatch(sql: Sql, options: PublishOptions): Promise<PublishReport> {
  const { nowMs, limit = REVISIONS_A_BATCH, thresholds } = options;
  const repository = new EventRepository(sql);
  await repository.lock();
  const { seq, lastSeq } = await readPublishedPosition(sql);
  // Published by another worker before the lock was free.
  if (seq >= lastSeq) return NOTHING;
  await assertSameLog(sql);
  const subscribers = await readSubscribers(sql, nowMs);
  const revisions = await readRevisions(sql, seq, lastSeq, Math.min(limit, revisionsFor(subscribers.length)));
  if (revisions.length === 0) return NOTHING;
  assertNoGap(
    revisions.map((revision) => revision.seq),
    seq,
  );
  const deriver = new EventDeriver(await readLogState(sql, revisions, seq), thresholds);
  const { events, deliveries, upToSeq } = deriveEvents(revisions, deriver, subscribers);

  const places = await repository.store(events);
  const created = await storeDeliveries(sql, deliveries, places, nowMs);
  await storeActiveThresholds(sql, deriver.changedThresholds);
  await sql.query(`UPDATE event_head SET seq = $1 RETURNING pg_notify('droptrack_events', '')`, [upToSeq]);
  const read = revisions.filter((revision) => revision.seq <= upToSeq).length;
  return { revisions: read, events: places.size, deliveries: created, isMore: upToSeq < lastSeq };
}

interface Subscriber extends Subscription {
  readonly id: string;
}

/** Endpoints that are neither disabled nor deleted, of accounts that are not paused. */
function readSubscribers(sql: Sql, nowMs: number): Promise<Subscriber[]> {
  return sql.query<Subscriber>(
    `SELECT id, events, filter_drops AS drops, filter_chains AS chains, min_hype AS "minHype"
     FROM webhook_endpoints AS e
     WHERE enabled AND deleted_at IS NULL AND ${hasWebhooks('e.account', '$1', '$2')} ORDER BY created_at, id`,
    [WEBHOOK_PLANS, nowMs],
  );
}

/**
 * Number of revisions to read for a transaction. It assumes that one in four matches each subscriber; revisions after the
 * one that fills the batch are read again by the next transaction.
 */
function revisionsFor(subscribers: number): number {
  return 4 * Math.ceil(DELIVERIES_A_BATCH / Math.max(1, subscribers));
}

interface DeliveryDraft {
  readonly eventId: string;
  readonly endpointId: string;
}

/** Events of as many revisions as fill a batch of deliveries; of the first revision always. */
function deriveEvents(revisions: readonly Revision[], deriver: EventDeriver, subscribers: readonly Subscriber[]) {
  const events: EventDraft[] = [];
  const deliveries: DeliveryDraft[] = [];
  let upToSeq = 0;
  for (const revision of revisions) {
    for (const event of deriver.derive(revision)) {
      events.push(event);
      for (const subscriber of subscribers) {
        if (matches(subscriber, event)) deliveries.push({ eventId: event.id, endpointId: subscriber.id });
      }
    }
    upToSeq = revision.seq;
    if (deliveries.length >= DELIVERIES_A_BATCH) break;
  }
  return { events, deliveries, upToSeq };
}

/**
 * Stores pending deliveries of the new events, due at once, and wakes the dispatchers.
 *
 * @param places - positions of the new events among all, by event id. An event that was stored before is not among them:
 *   its deliveries exist.
 */
async function storeDeliveries(
  sql: Sql,
  drafts: readonly DeliveryDraft[],
  places: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<number> {
  const rows = drafts.flatMap(({ eventId, endpointId }) => {
    const place = places.get(eventId);
    return place === undefined ? [] : [{ place, endpointId }];
  });
  if (rows.length === 0) return 0;
  await sql.query(
    `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
     SELECT endpoint_id, event, 'pending', to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000)
     FROM unnest($1::text[], $2::bigint[]) AS d (endpoint_id, event)`,
    [plainArray(rows.map(({ endpointId }) => endpointId)), plainArray(rows.map(({ place }) => place)), nowMs],
  );
  await wakeDispatchers(sql);
  return rows.length;
}
