import { deriveHype, type DropDefinition } from '@droptrack/catalogue';
import { type HypeScore, InvalidInputError, type Ruleset, rulesetOf } from '@droptrack/scoring';
import type { Database, Sql } from '../database/database';
import { LOOK_BACK_MS } from '../readings/look-back';
import { isWorthAPoint, pointOf } from '../recompute/make-points';
import { readKeptFrom } from '../retention/kept-from';
import { differencesOf, type ReplayDifference } from './difference';
import { KnownReadings } from './known-readings';
import { MissingHours } from './missing-hours';
import {
  type HourSpan,
  readDefinitions,
  readPointSpan,
  readRecordedPoints,
  readRecordedReadings,
  type RecordedPoint,
} from './read';
import { DefinitionHistory } from './missing-hours';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Length of the span whose points and readings are in memory at the same time. */
const SPAN_MS = 62 * DAY_MS;
/** Of the statement that sorts the readings of a span. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** A drop to replay. */
export interface ReplayedDrop {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
}

/** Result of the replay of one drop. */
interface DropReplay {
  /** Compared points. */
  readonly points: number;
  /** Points whose readings may have been deleted. */
  readonly unreplayable: number;
}

/** Receives results in the order of the spans. */
interface ReplayListener {
  readonly onDifference: (difference: ReplayDifference) => void;
  /** Called with the number of points compared since the last call. */
  readonly onCompared: (points: number) => void;
}

/**
 * Recomputes the points of a drop and compares them with the stored ones, in one snapshot of the database and in memory
 * that does not grow with the length of its history.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function replayDrop(
  db: Database,
  drop: ReplayedDrop,
  span: HourSpan,
  listener: ReplayListener,
): Promise<DropReplay> {
  return db.transaction(async (sql) => {
    await sql.allow(STATEMENT_TIMEOUT_MS);
    const fromMs = await replayableFrom(sql, drop);
    const all = await readPointSpan(sql, drop.id, span);
    const replayed = await readPointSpan(sql, drop.id, { ...span, fromMs: Math.max(span.fromMs, fromMs) });
    if (replayed !== null) await replaySpans(sql, drop, replayed, listener);
    const points = replayed?.points ?? 0;
    return { points, unreplayable: (all?.points ?? 0) - points };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/**
 * First hour whose readings are complete. Deleted readings were observed and recorded before an instant; a drop created
 * later never had any of these.
 */
async function replayableFrom(sql: Sql, { createdMs }: ReplayedDrop): Promise<number> {
  const keptFromMs = await readKeptFrom(sql, 'readings');
  // An initial load is recorded one hour in the past (docs/decisions/0002).
  return keptFromMs === null || createdMs - HOUR_MS >= keptFromMs ? -Infinity : keptFromMs + LOOK_BACK_MS;
}

async function replaySpans(sql: Sql, drop: ReplayedDrop, all: HourSpan, listener: ReplayListener): Promise<void> {
  const definitions = new DefinitionHistory(await readDefinitions(sql, drop.id));
  const hourlyFromMs = (await readKeptFrom(sql, 'points')) ?? -Infinity;
  const missing = new MissingHours(definitions, Math.max(drop.createdMs, hourlyFromMs));
  for (let { fromMs } = all; fromMs <= all.untilMs; fromMs += SPAN_MS) {
    const span = { fromMs, untilMs: Math.min(all.untilMs, fromMs + SPAN_MS - 1) };
    const points = await readRecordedPoints(sql, drop.id, span);
    for (const hourMs of missing.upTo(points)) {
      listener.onDifference({ dropId: drop.id, hourMs, field: 'point', stored: 'absent', recomputed: 'present' });
    }
    await replaySpan(sql, drop, definitions, span, points, listener);
    listener.onCompared(points.length);
  }
}

/** Merges points and readings in the order in which they were recorded. */
async function replaySpan(
  sql: Sql,
  drop: ReplayedDrop,
  definitions: DefinitionHistory,
  { fromMs, untilMs }: HourSpan,
  points: readonly RecordedPoint[],
  { onDifference }: ReplayListener,
): Promise<void> {
  const known = new KnownReadings();
  let next = 0;
  const replayUntil = (recordedUs: number): void => {
    for (let point = points[next]; point !== undefined && point.recordedUs < recordedUs; point = points[++next]) {
      const definition = definitions.at(point.recordedUs);
      for (const difference of replayPoint(drop, point, definition, known)) {
        onDifference({ dropId: drop.id, hourMs: point.hourMs, ...difference });
      }
    }
  };
  const lastUs = points.at(-1)?.recordedUs;
  if (lastUs === undefined) return;
  const observed = { fromMs: fromMs - LOOK_BACK_MS, untilMs };
  for await (const readings of readRecordedReadings(sql, drop.id, observed, lastUs)) {
    for (const reading of readings) {
      replayUntil(reading.recordedUs);
      known.add(reading);
    }
  }
  replayUntil(Infinity);
}

type Found = Omit<ReplayDifference, 'dropId' | 'hourMs'>;

function replayPoint(
  drop: ReplayedDrop,
  point: RecordedPoint,
  definition: DropDefinition | null,
  known: KnownReadings,
): readonly Found[] {
  const ruleset = rulesetOf(point.ruleset);
  if (ruleset === null) return [{ field: 'ruleset', stored: point.ruleset, recomputed: null }];
  if (definition === null) return [NO_POINT];
  try {
    const score = scoreOf(definition, known, point.hourMs, ruleset);
    if (!isWorthAPoint(drop, point.hourMs, score)) return [NO_POINT];
    return differencesOf(point, pointOf(drop, point.hourMs, score));
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [{ field: 'score', stored: point.score, recomputed: error.message }];
  }
}

const NO_POINT: Found = { field: 'point', stored: 'present', recomputed: 'absent' };

/** Uses the duration of a jump only where it matters, as the computation of the points does. */
function scoreOf(definition: DropDefinition, known: KnownReadings, hourMs: number, ruleset: Ruleset): HypeScore {
  const score = deriveHype(definition, known.at(hourMs, ruleset, false), hourMs, ruleset);
  if (score.signals.every(({ status }) => status !== 'suspect')) return score;
  return deriveHype(definition, known.at(hourMs, ruleset, true), hourMs, ruleset);
}
