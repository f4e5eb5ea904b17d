import type { Revision } from '@droptrack/catalogue';
import { type EventDraft, EventTeller, type HypeThresholds } from '@droptrack/webhooks';
import type { Database, Sql, Transaction } from '../database/database';
import { LogGapError } from '../log/log-gap.error';
import { readRevisions } from '../log/read';
import { FanOut, readListeners, type Taker } from './fan-out';
import type { ClaimedDelivery, ClaimOptions } from './claim';
import { assertSameLog, readPlace } from './feed-position';
import { readKnownLog, storeHeld } from './known-log';
import { lockQueue } from './queue';
import { lockFeed, storeEvents } from './store-events';
import { type TakeOptions, takeSlots } from './take';

/** Revisions of one transaction. */
const REVISIONS_A_BATCH = 500;
/** Deliveries of one transaction: the first are on their way while others are made. One revision more may go over it. */
const DELIVERIES_A_BATCH = 5_000;

export interface TurnOptions {
  /** Milliseconds since the epoch: when the deliveries are due. */
  readonly nowMs: number;
  /** Most revisions of one call; 500 when not given. */
  readonly limit?: number;
  /** Hype scores that are told; those of the contract when not given. */
  readonly thresholds?: HypeThresholds;
  /** How much of the deliveries the caller begins at once, as if it had claimed it; nothing when not given. */
  readonly take?: TakeOptions | null;
}

/** What one turn did. */
export interface TurnReport {
  /** Revisions of the log that were read. */
  readonly revisions: number;
  /** Events that are new. */
  readonly events: number;
  readonly deliveries: number;
  /** Those of them that are the caller's, until the lease ends. */
  readonly taken: readonly ClaimedDelivery[];
  /** Whether the log has more that was not read. */
  readonly isMore: boolean;
}

const NOTHING: TurnReport = { revisions: 0, events: 0, deliveries: 0, taken: [], isMore: false };

/**
 * Turns the next revisions of the log into events, and into a delivery for each endpoint that wants one, in one
 * transaction with the note of how far it came: every revision is told once, and none is left out, whoever is killed
 * when. Several at once take turns.
 *
 * Deliveries that the caller can begin at once are its own from the moment on that they are made. The others wait for a claim;
 * so does what comes for an endpoint for which something waits already.
 *
 * Call it until there is no more. What an endpoint is told is decided now: one that comes later gets nothing of it.
 *
 * @throws {LogGapError} when a revision is missing that was confirmed, or another one than the newest event was made of.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function turnIntoEvents(db: Database, options: TurnOptions): Promise<TurnReport> {
  // Most calls find nothing, and wait for nobody.
  const { seq, lastSeq } = await readPlace(db);
  return seq >= lastSeq ? NOTHING : db.transaction((sql) => turnIn(sql, options));
}

async function turnIn(sql: Transaction, options: TurnOptions): Promise<TurnReport> {
  const { nowMs, limit = REVISIONS_A_BATCH, thresholds, take = null } = options;
  // In this order, as whoever disables an endpoint has the lock of the queue when it waits for that of the feed.
  const suffix = take === null ? '' : await lockQueue(sql);
  await lockFeed(sql);
  const { seq, lastSeq } = await readPlace(sql);
  // Another worker has told it meanwhile.
  if (seq >= lastSeq) return NOTHING;
  await assertSameLog(sql);
  const listeners = await readListeners(sql, nowMs);
  // Of what is begun at once hardly more is made than can be: the last event may have a delivery for everybody.
  const max = take === null ? DELIVERIES_A_BATCH : Math.max(take.max / 2, take.max - listeners.length);
  const revisions = await readRevisions(sql, seq, lastSeq, Math.min(limit, revisionsFor(max, listeners.length)));
  if (revisions.length === 0) return NOTHING;
  assertNoGap(revisions, seq);
  const fanOut = new FanOut(listeners);
  const teller = new EventTeller(await readKnownLog(sql, revisions, seq), thresholds);
  const { events, upToSeq } = tellAll(revisions, teller, fanOut, max);

  const taker = take === null ? null : await readTaker(sql, fanOut, { ...take, nowMs }, suffix);
  const places = await storeEvents(sql, events);
  const made = await fanOut.store(sql, places, nowMs, taker);
  await storeHeld(sql, teller.changedHeld);
  await sql.query('UPDATE event_head SET seq = $1', [upToSeq]);
  return { revisions: upToSeq - seq, events: places.size, ...made, isMore: upToSeq < lastSeq };
}

async function readTaker(sql: Transaction, fanOut: FanOut, options: ClaimOptions, suffix: string): Promise<Taker> {
  const ready = await takeSlots(sql, fanOut.wanted(options.max), options, suffix);
  return { ready, leaseEndsMs: options.nowMs + options.leaseMs };
}

/** Revisions that are read for a transaction: most of them may be of no interest to most, and those too many are read again. */
function revisionsFor(deliveries: number, listeners: number): number {
  return 4 * Math.ceil(deliveries / Math.max(1, listeners));
}

/** As many revisions as make a bounded number of deliveries; the first one always. */
function tellAll(revisions: readonly Revision[], teller: EventTeller, fanOut: FanOut, max: number) {
  const events: EventDraft[] = [];
  let upToSeq = 0;
  for (const revision of revisions) {
    for (const event of teller.tell(revision)) {
      events.push(event);
      fanOut.add(event);
    }
    upToSeq = revision.seq;
    if (fanOut.size >= max) break;
  }
  return { events, upToSeq };
}

function assertNoGap(revisions: readonly Revision[], afterSeq: number): void {
  const gap = revisions.findIndex(({ seq }, index) => seq !== afterSeq + 1 + index);
  if (gap >= 0) throw new LogGapError(afterSeq + 1 + gap);
}

/** How far the events are behind the log. */
export interface EventLag {
  /** Revisions that were not read yet; below 0 when the log ends before the position, see {@link turnIntoEvents}. */
  readonly revisions: number;
  /** When the first of them was recorded, milliseconds since the epoch; null without one. */
  readonly sinceMs: number | null;
}

/** Reads how far the events are behind the log. */
export async function readEventLag(sql: Sql): Promise<EventLag> {
  const [row] = await sql.query<{ revisions: number; since_ms: number | null }>(
    `SELECT (l.seq - h.seq)::float8 AS revisions, (
       SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 FROM revisions WHERE seq = h.seq + 1
     ) AS since_ms
     FROM event_head AS h, log_head AS l`,
  );
  return { revisions: row?.revisions ?? 0, sinceMs: row?.since_ms ?? null };
}
