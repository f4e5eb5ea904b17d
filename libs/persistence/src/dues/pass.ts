import { deriveDrop, type DropBody, momentsBetween, nextMoment, type PublishedList } from '@droptrack/catalogue';
import { DEFAULT_RULESET, InvalidInputError, type Ruleset } from '@droptrack/scoring';
import { Drafts } from '../catalogue/drafts';
import { addMoves, addStanding } from '../catalogue/moves';
import { readClock } from '../clock/database-clock';
import { readPublished, readShownDrops, readEvents, readShownEvents } from '../catalogue/stored';
import type { Database, Sql } from '../database/database';
import { appendRevisions, lockLog } from '../log/append';
import { claimDue, type DueDrop, type NextLook, scheduleNext } from './claim';
import { deleteUnfinished, floorToHour, makePoints, storePoints } from './points';
import { currentScores, forgetScores, storeScores } from './scores';

const HOUR_MS = 3_600_000;
/** Drops of one transaction. */
const DROPS_A_PASS = 500;

/** What one pass did. */
export interface PassReport {
  /** Drops looked at; 0: nothing was due. */
  readonly drops: number;
  readonly points: number;
  /** Rows written to the log. */
  readonly revisions: number;
  /** Drops whose figures cannot be worked out; they are looked at again in an hour. */
  readonly failures: readonly { readonly dropId: string; readonly message: string }[];
}

export interface PassOptions {
  /** Milliseconds since the epoch. A clock ahead of the database's does not count: points are for good. */
  readonly nowMs: number;
  /** Most drops of one pass; 500 when not given. */
  readonly limit?: number;
  /** What points and scores are made by; the default ruleset when not given. */
  readonly ruleset?: Ruleset;
}

/**
 * Looks at drops that are due, in one transaction: tells what their calendars moved, gives
 * each full hour its point, and shows what has become of their figures. Costs what is due,
 * not what there is; several at once share the work.
 *
 * Call it until nothing is due. Killed on the way it has done nothing.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function bringUpToDate(
  db: Database,
  { nowMs: givenMs, limit = DROPS_A_PASS, ruleset = DEFAULT_RULESET }: PassOptions,
): Promise<PassReport> {
  return db.transaction(async (sql) => {
    const nowMs = Math.min(givenMs, Math.floor(await readClock(sql)));
    const claimed = await claimDue(sql, nowMs, limit);
    if (claimed.length === 0) return { drops: 0, points: 0, revisions: 0, failures: [] };
    const published = await readPublished(
      sql,
      claimed.map(({ id }) => id),
    );
    const { bodies, failures } = deriveAll(claimed, published, nowMs, ruleset);
    const sound = claimed.filter(({ id }) => bodies.has(id));
    const unsound = claimed.filter(({ id }) => !bodies.has(id));
    await scheduleNext(
      sql,
      unsound.map((drop) => ({ ...drop, dueMs: nowMs + HOUR_MS })),
    );
    const { points, revisions } = await lookAt(sql, sound, bodies, nowMs, ruleset);
    return { drops: claimed.length, points, revisions, failures };
  });
}

/** A hype score goes into no other figure: it is put in once it is known. */
const YET_TO_SCORE = { score: 0, delta7d: 0 };

/**
 * What drops show now, but for their hype score. Drops whose figures cannot be worked out
 * are set aside, so that they do not hold up the others.
 */
function deriveAll(
  drops: readonly DueDrop[],
  published: ReadonlyMap<string, PublishedList>,
  atMs: number,
  ruleset: Ruleset,
) {
  const bodies = new Map<string, DropBody>();
  const failures: { dropId: string; message: string }[] = [];
  for (const { id, definition } of drops) {
    try {
      const from = { atMs, hype: YET_TO_SCORE, published: published.get(id) ?? null, ruleset };
      bodies.set(id, deriveDrop(definition, from));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      failures.push({ dropId: id, message: error.message });
    }
  }
  return { bodies, failures };
}

async function lookAt(
  sql: Sql,
  drops: readonly DueDrop[],
  bodies: ReadonlyMap<string, DropBody>,
  nowMs: number,
  ruleset: Ruleset,
) {
  if (drops.length === 0) return { points: 0, revisions: 0 };
  const drafts = await draftMoves(sql, drops, nowMs);
  const made = await makePoints(sql, drops, nowMs, ruleset);
  const scores = await currentScores(sql, drops, nowMs, made.points, ruleset);
  for (const { drop, score, delta7d } of scores) {
    const body = bodies.get(drop.id);
    if (body === undefined) continue;
    drafts.addDrop(drop.id, { ...body, hype_score: score.score, hype_delta_7d: delta7d ?? 0 }, 'score');
  }
  const next = drops.map((drop) => nextLook(drop, made.untilMs.get(drop.id) ?? drop.pointedUntilMs, nowMs));
  await scheduleNext(sql, next);
  await forgetScores(
    sql,
    drops.map(({ id }) => id),
  );

  const revisions = drafts.inOrder();
  await lockLog(sql);
  await deleteUnfinished(sql, idsOf(drops.filter(({ isAhead }) => isAhead)));
  const points = await storePoints(sql, made.points);
  await storeScores(sql, scores, nowMs);
  await appendRevisions(sql, revisions);
  return { points, revisions: revisions.length };
}

const idsOf = (drops: readonly DueDrop[]) => drops.map(({ id }) => id);

/** What calendars moved since they were last followed. Few did, and only their events are read. */
async function draftMoves(sql: Sql, drops: readonly DueDrop[], nowMs: number): Promise<Drafts> {
  const moving = drops.filter(
    ({ definition, movedUntilMs, isAhead }) => isAhead || momentsBetween(definition, movedUntilMs, nowMs).length > 0,
  );
  const events = await readEvents(sql, idsOf(moving));
  const drafts = new Drafts({
    drop: await readShownDrops(sql, idsOf(drops)),
    calendar_event: await readShownEvents(sql, events),
  });
  for (const drop of moving) {
    const withEvents = { ...drop, events: [...(events.get(drop.id)?.values() ?? [])] };
    addMoves(drafts, withEvents, nowMs);
    if (drop.isAhead) addStanding(drafts, withEvents, nowMs);
  }
  return drafts;
}

/** At the next full hour or the next moment of its calendar; at once while hours are left to make up for. */
function nextLook({ id, definition }: DueDrop, pointedUntilMs: number, nowMs: number): NextLook {
  const hourMs = floorToHour(nowMs);
  const nextMs = Math.min(hourMs + HOUR_MS, nextMoment(definition, nowMs) ?? Infinity);
  return { id, dueMs: pointedUntilMs < hourMs ? nowMs : nextMs, movedUntilMs: nowMs, pointedUntilMs };
}
