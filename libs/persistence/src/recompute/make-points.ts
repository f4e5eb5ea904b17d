import { deriveHype } from '@droptrack/catalogue';
import { DEFAULT_RULESET, type HypeScore, type Ruleset } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { type NewPoint, PointRepository } from '../points/point.repository';
import type { PastDays } from '../readings/past-days';
import { ReadingRepository } from '../readings/reading.repository';
import { NO_HISTORY } from '../readings/signal-history';
import { computeScoresAt } from './compute-scores';
import type { DueDrop } from './recompute-queue';

const HOUR_MS = 3_600_000;
/** Retention of hourly points: two years. Older ones are not created either. */
export const POINTS_KEPT_MS = 2 * 365 * 24 * HOUR_MS;
/** Most hours of one drop per transaction: a month. */
const HOURS_PER_DROP_MAX = 31 * 24;
/** Most hours of all drops per transaction, give or take one drop: the log is locked while they are stored. */
const HOURS_PER_RUN_MAX = 2_000;
/** Drops whose histories are in memory at the same time. */
const HISTORIES_AT_ONCE = 25;

/** The last full UTC hour at or before an instant. */
export const floorToHour = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

interface MadePoints {
  /** In the order of their hours per drop. */
  readonly points: readonly NewPoint[];
  /** Last processed hour of each drop, milliseconds since the epoch. */
  readonly untilMs: ReadonlyMap<string, number>;
}

/** Full hours of a drop, both inclusive, that need points; of very many the first. */
interface Backlog {
  readonly drop: DueDrop;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Computes the points of the full hours since the last run, up to the limits of one transaction. An hour that has its
 * point keeps it, even if readings of it arrived since.
 *
 * @param past - daily values of the drops before the day of `nowMs`, read for the same ruleset.
 */
export async function makePoints(
  sql: Sql,
  drops: readonly DueDrop[],
  nowMs: number,
  past: PastDays,
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<MadePoints> {
  const lastMs = floorToHour(nowMs);
  const backlogs = drops.map((drop) => backlogOf(drop, lastMs)).filter((each) => each.firstMs <= lastMs);
  const latest = backlogs.filter(({ firstMs }) => firstMs === lastMs);
  const behind = withinLimit(backlogs.filter(({ firstMs }) => firstMs < lastMs));
  const points = await latestPoints(sql, latest, lastMs, past, ruleset);
  for (let first = 0; first < behind.length; first += HISTORIES_AT_ONCE) {
    points.push(...(await pastPoints(sql, behind.slice(first, first + HISTORIES_AT_ONCE), ruleset)));
  }
  const untilMs = new Map(drops.map(({ id, pointedUntilMs }) => [id, pointedUntilMs]));
  for (const each of [...latest, ...behind]) untilMs.set(each.drop.id, each.lastMs);
  return { points, untilMs };
}

function backlogOf(drop: DueDrop, latestMs: number): Backlog {
  const firstMs = floorToHour(Math.max(drop.pointedUntilMs, latestMs - POINTS_KEPT_MS)) + HOUR_MS;
  return { drop, firstMs, lastMs: Math.min(latestMs, firstMs + (HOURS_PER_DROP_MAX - 1) * HOUR_MS) };
}

/** Backlogs that fit into one transaction, the longest first. */
function withinLimit(backlogs: readonly Backlog[]): Backlog[] {
  let hoursLeft = HOURS_PER_RUN_MAX;
  return [...backlogs]
    .sort((a, b) => a.firstMs - b.firstMs)
    .filter(({ firstMs, lastMs }) => {
      const fits = hoursLeft > 0;
      hoursLeft -= (lastMs - firstMs) / HOUR_MS + 1;
      return fits;
    });
}

/** The usual case: all drops lack only the hour that has just ended. */
async function latestPoints(
  sql: Sql,
  backlogs: readonly Backlog[],
  hourMs: number,
  past: PastDays,
  ruleset: Ruleset,
): Promise<NewPoint[]> {
  if (backlogs.length === 0) return [];
  const drops = backlogs.map(({ drop }) => drop);
  const scores = await computeScoresAt(sql, drops, hourMs, past, ruleset);
  return scores.flatMap(({ drop, score }) =>
    isWorthAPoint(drop, hourMs, score) ? [pointOf(drop, hourMs, score)] : [],
  );
}

async function pastPoints(sql: Sql, backlogs: readonly Backlog[], ruleset: Ruleset): Promise<NewPoint[]> {
  const fromMs = Math.min(...backlogs.map(({ firstMs }) => firstMs));
  const untilMs = Math.max(...backlogs.map(({ lastMs }) => lastMs));
  const ids = backlogs.map(({ drop }) => drop.id);
  const histories = await new ReadingRepository(sql).readHistories(ids, fromMs, untilMs);
  const stored = await new PointRepository(sql).readHours(ids, fromMs, untilMs);
  return backlogs.flatMap(({ drop, firstMs, lastMs }) => {
    const history = histories.get(drop.id) ?? NO_HISTORY;
    const points: NewPoint[] = [];
    for (let hourMs = firstMs; hourMs <= lastMs; hourMs += HOUR_MS) {
      if (stored.has(`${drop.id}/${hourMs}`) || (history.isEmpty && hourMs < drop.createdMs)) continue;
      const score = deriveHype(drop.definition, history.at(hourMs, ruleset), hourMs, ruleset);
      if (isWorthAPoint(drop, hourMs, score)) points.push(pointOf(drop, hourMs, score));
    }
    return points;
  });
}

/** Hours before the creation of a drop get a point only from readings: its calendar alone would be an invented past. */
export function isWorthAPoint(
  { createdMs }: Pick<DueDrop, 'createdMs'>,
  hourMs: number,
  { signals }: HypeScore,
): boolean {
  return hourMs >= createdMs || signals.some(({ id, value }) => id !== 'calendar_proximity' && value !== null);
}

/** Point of a score; signals without a reading are omitted. */
export function pointOf(
  { id: dropId }: Pick<DueDrop, 'id'>,
  hourMs: number,
  { score, confidence, prior, ruleset, signals }: HypeScore,
): NewPoint {
  const present: NewPoint['signals'] = {};
  for (const { id, value, weight, freshness, mean, level, momentum, normalized, contribution, status } of signals) {
    if (value === null || level === null || normalized === null) continue;
    present[id] = { value, weight, freshness, mean, level, momentum, normalized, contribution, status };
  }
  return { drop_id: dropId, hour: new Date(hourMs).toISOString(), score, confidence, prior, ruleset, signals: present };
}
