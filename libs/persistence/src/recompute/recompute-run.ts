import {
  deriveDrop,
  type DropBody,
  eventInstantsBetween,
  nextEventInstant,
  nextExpiryMs,
  publishedHype,
  type PublishedList,
  UNMEASURED_HYPE,
  withMarket,
} from '@droptrack/catalogue';
import { DEFAULT_RULESET, InvalidInputError, type Ruleset } from '@droptrack/scoring';
import { readClock } from '../clock/database-clock';
import type { Database, Sql } from '../database/database';
import { Drafts } from '../drops/drafts';
import { DropRepository } from '../drops/drop.repository';
import { appendRevisions, lockLog } from '../log/append';
import { type DropMarket, NO_MARKET, ObservationRepository } from '../market/observation.repository';
import { PointRepository } from '../points/point.repository';
import { readPastDays } from '../readings/past-days';
import { computeCurrentScores, scoreRow } from './compute-scores';
import { floorToHour, makePoints } from './make-points';
import { type DueDrop, type NextRecompute, RecomputeQueue } from './recompute-queue';

const HOUR_MS = 3_600_000;
/** Most drops per transaction. */
const DROPS_PER_RUN_MAX = 500;

/** Result of one recompute run. */
export interface RecomputeReport {
  /** Drops that were leased; 0 when none was due. */
  readonly drops: number;
  readonly points: number;
  /** Rows appended to the log. */
  readonly revisions: number;
  /** Drops whose values cannot be computed; they are due again in an hour. */
  readonly failures: readonly { readonly dropId: string; readonly message: string }[];
}

interface RecomputeOptions {
  /** Milliseconds since the epoch, limited to the database's clock: a point is written once and for all. */
  readonly nowMs: number;
  /** Most drops of one run; 500 when not given. */
  readonly limit?: number;
  /** Of points and scores; the default ruleset when not given. */
  readonly ruleset?: Ruleset;
}

/**
 * Recomputes drops that are due, in one transaction: appends the changes that their calendars caused, stores the points of
 * full hours, and appends observations and the drops whose visible values changed. Its cost depends on the number of due drops only;
 * concurrent runs share the queue.
 *
 * Call it until it returns 0 drops. A run that is killed leaves no trace.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function runRecompute(
  db: Database,
  { nowMs: givenMs, limit = DROPS_PER_RUN_MAX, ruleset = DEFAULT_RULESET }: RecomputeOptions,
): Promise<RecomputeReport> {
  return db.transaction(async (sql) => {
    const nowMs = Math.min(givenMs, Math.floor(await readClock(sql)));
    const queue = new RecomputeQueue(sql);
    const leased = await queue.lease(nowMs, limit);
    if (leased.length === 0) return { drops: 0, points: 0, revisions: 0, failures: [] };
    const published = await new DropRepository(sql).readPublished(idsOf(leased));
    const markets = await new ObservationRepository(sql).read(idsOf(leased), nowMs);
    const { bodies, failures } = deriveAll(leased, { published, markets }, nowMs, ruleset);
    const valid = leased.filter(({ id }) => bodies.has(id));
    const failed = leased.filter(({ id }) => !bodies.has(id));
    await queue.reschedule(failed.map((drop) => ({ ...drop, dueMs: nowMs + HOUR_MS })));
    const { points, revisions } = await recompute(sql, valid, { bodies, markets }, nowMs, ruleset);
    return { drops: leased.length, points, revisions, failures };
  });
}

/** Observations by drop. */
type DropMarkets = ReadonlyMap<string, DropMarket>;

const marketOf = (markets: DropMarkets, id: string): DropMarket => markets.get(id) ?? NO_MARKET;

/**
 * Bodies of drops without their scores, on which no other value depends. A drop whose values cannot be computed is set aside,
 * so that it does not block the others.
 */
function deriveAll(
  drops: readonly DueDrop[],
  { published, markets }: { published: ReadonlyMap<string, PublishedList>; markets: DropMarkets },
  atMs: number,
  ruleset: Ruleset,
) {
  const bodies = new Map<string, DropBody>();
  const failures: { dropId: string; message: string }[] = [];
  for (const { id, definition } of drops) {
    try {
      const from = { atMs, hype: UNMEASURED_HYPE, published: published.get(id) ?? null, ruleset };
      bodies.set(id, deriveDrop(withMarket(definition, marketOf(markets, id).current, atMs), from));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      failures.push({ dropId: id, message: error.message });
    }
  }
  return { bodies, failures };
}

async function recompute(
  sql: Sql,
  drops: readonly DueDrop[],
  { bodies, markets }: { bodies: ReadonlyMap<string, DropBody>; markets: DropMarkets },
  nowMs: number,
  ruleset: Ruleset,
) {
  if (drops.length === 0) return { points: 0, revisions: 0 };
  const drafts = await draftMoves(sql, drops, nowMs);
  // The last full hour is of the same UTC day: both computations share its past, which is most of what they read.
  const past = await readPastDays(sql, idsOf(drops), nowMs, ruleset);
  const made = await makePoints(sql, drops, nowMs, past, ruleset);
  const scores = await computeCurrentScores(sql, drops, nowMs, past, made.points, ruleset);
  for (const { drop, score, delta7d } of scores) {
    const body = bodies.get(drop.id);
    if (body === undefined) continue;
    const hype = publishedHype(score, delta7d);
    const { draft } = marketOf(markets, drop.id);
    if (draft !== null) drafts.addMarket(drop.id, draft);
    const scored = { hype_score: hype.score, hype_delta_7d: hype.delta7d, hype_confidence: hype.confidence };
    drafts.addDrop(drop.id, { ...body, ...scored }, 'score');
  }
  const next = drops.map((drop) => {
    const pointedUntilMs = made.untilMs.get(drop.id) ?? drop.pointedUntilMs;
    return nextRecompute(drop, marketOf(markets, drop.id), pointedUntilMs, nowMs);
  });
  await new RecomputeQueue(sql).reschedule(next);
  const stored = new PointRepository(sql);
  await stored.deleteOldScores(idsOf(drops));

  const revisions = drafts.inOrder();
  await lockLog(sql);
  await stored.deleteFuture(idsOf(drops.filter(({ isAhead }) => isAhead)));
  const points = await stored.store(made.points);
  await stored.storeScores(
    scores.map((score) => scoreRow(score, nowMs)),
    nowMs,
  );
  await appendRevisions(sql, revisions);
  return { points, revisions: revisions.length };
}

const idsOf = (drops: readonly DueDrop[]) => drops.map(({ id }) => id);

/** Changes that calendars caused since the last run. Few did: only events of these drops are read. */
async function draftMoves(sql: Sql, drops: readonly DueDrop[], nowMs: number): Promise<Drafts> {
  const moving = drops.filter(
    ({ definition, movedUntilMs, isAhead }) =>
      isAhead || eventInstantsBetween(definition, movedUntilMs, nowMs).length > 0,
  );
  const repository = new DropRepository(sql);
  const events = await repository.readEvents(idsOf(moving));
  const drafts = new Drafts({
    drop: await repository.readVisible(idsOf(drops)),
    calendar_event: await repository.readVisibleEvents(events),
  });
  for (const drop of moving) {
    const withEvents = { ...drop, events: [...(events.get(drop.id)?.values() ?? [])] };
    drafts.addMoves(withEvents, nowMs);
    if (drop.isAhead) drafts.addEventsAt(withEvents, nowMs);
  }
  return drafts;
}

/**
 * Due at the next full hour, the next date of the calendar or the next expiry of an observation; at once while hours lack
 * their points.
 */
function nextRecompute(
  { id, definition }: DueDrop,
  { current }: DropMarket,
  pointedUntilMs: number,
  nowMs: number,
): NextRecompute {
  const hourMs = floorToHour(nowMs);
  const [eventMs, expiryMs] = [nextEventInstant(definition, nowMs), nextExpiryMs(current, nowMs)];
  const nextMs = Math.min(hourMs + HOUR_MS, eventMs ?? Infinity, expiryMs ?? Infinity);
  return { id, dueMs: pointedUntilMs < hourMs ? nowMs : nextMs, movedUntilMs: nowMs, pointedUntilMs };
}
