import { deriveHype } from '@droptrack/catalogue';
import type { HypeSignalPoint } from '@droptrack/contracts';
import { DEFAULT_RULESET, type HypeScore, type Ruleset, type SignalId } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import type { DueDrop } from './claim';
import { scoreAt } from './score-at';
import { NO_HISTORY, readHistories } from './signal-history';

const HOUR_MS = 3_600_000;
/** Hourly points are kept for two years; older ones are not made either. */
export const POINTS_KEPT_MS = 2 * 365 * 24 * HOUR_MS;
/** Hours of one drop that are made up for in one transaction: a month. */
const HOURS_A_DROP_MAX = 31 * 24;
/** Hours of all drops that are made up for in one transaction, give or take one drop: the log waits while they are stored. */
const HOURS_A_PASS = 2_000;
/** Drops whose histories are in memory at once. */
const HISTORIES_AT_ONCE = 25;

/** The last full UTC hour at or before an instant. */
export const floorToHour = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

/** A point as it is about to be stored. */
export interface NewPoint {
  readonly drop_id: string;
  readonly hour: string;
  readonly score: number;
  readonly confidence: number;
  readonly prior: number;
  readonly ruleset: string;
  readonly signals: Partial<Record<SignalId, HypeSignalPoint>>;
}

export interface MadePoints {
  /** Of each drop in the order of their hours. */
  readonly points: readonly NewPoint[];
  /** Up to where the hours of each drop have been worked through, milliseconds since the epoch. */
  readonly untilMs: ReadonlyMap<string, number>;
}

/** A drop with the full hours, both inclusive, that it is to be given points for; of very many the first. */
interface Work {
  readonly drop: DueDrop;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Makes the points of the full hours since drops were last looked at, as many as one
 * transaction should take; `untilMs` tells how far that went. An hour that has its point
 * keeps it, whatever has become known since.
 */
export async function makePoints(
  sql: Sql,
  drops: readonly DueDrop[],
  nowMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<MadePoints> {
  const lastMs = floorToHour(nowMs);
  const work = drops.map((drop) => workOf(drop, lastMs)).filter((each) => each.firstMs <= lastMs);
  const latest = work.filter(({ firstMs }) => firstMs === lastMs);
  const behind = withinBudget(work.filter(({ firstMs }) => firstMs < lastMs));
  const points = await latestPoints(sql, latest, lastMs, ruleset);
  for (let first = 0; first < behind.length; first += HISTORIES_AT_ONCE) {
    points.push(...(await pastPoints(sql, behind.slice(first, first + HISTORIES_AT_ONCE), ruleset)));
  }
  const untilMs = new Map(drops.map(({ id, pointedUntilMs }) => [id, pointedUntilMs]));
  for (const each of [...latest, ...behind]) untilMs.set(each.drop.id, each.lastMs);
  return { points, untilMs };
}

function workOf(drop: DueDrop, latestMs: number): Work {
  const firstMs = floorToHour(Math.max(drop.pointedUntilMs, latestMs - POINTS_KEPT_MS)) + HOUR_MS;
  return { drop, firstMs, lastMs: Math.min(latestMs, firstMs + (HOURS_A_DROP_MAX - 1) * HOUR_MS) };
}

/** Those that one transaction should take, the furthest behind first. */
function withinBudget(work: readonly Work[]): Work[] {
  let budget = HOURS_A_PASS;
  return [...work]
    .sort((a, b) => a.firstMs - b.firstMs)
    .filter(({ firstMs, lastMs }) => {
      const fits = budget > 0;
      budget -= (lastMs - firstMs) / HOUR_MS + 1;
      return fits;
    });
}

/** The usual case: all are missing the hour that has just ended. */
async function latestPoints(sql: Sql, work: readonly Work[], hourMs: number, ruleset: Ruleset): Promise<NewPoint[]> {
  if (work.length === 0) return [];
  const drops = work.map(({ drop }) => drop);
  const scores = await scoreAt(sql, drops, hourMs, ruleset);
  return scores.flatMap(({ drop, score }) =>
    isWorthAPoint(drop, hourMs, score) ? [pointOf(drop, hourMs, score)] : [],
  );
}

async function pastPoints(sql: Sql, work: readonly Work[], ruleset: Ruleset): Promise<NewPoint[]> {
  const fromMs = Math.min(...work.map(({ firstMs }) => firstMs));
  const untilMs = Math.max(...work.map(({ lastMs }) => lastMs));
  const ids = work.map(({ drop }) => drop.id);
  const histories = await readHistories(sql, ids, fromMs, untilMs);
  const there = await readHours(sql, ids, fromMs, untilMs);
  return work.flatMap(({ drop, firstMs, lastMs }) => {
    const history = histories.get(drop.id) ?? NO_HISTORY;
    const points: NewPoint[] = [];
    for (let hourMs = firstMs; hourMs <= lastMs; hourMs += HOUR_MS) {
      if (there.has(`${drop.id}/${hourMs}`) || (history.isEmpty && hourMs < drop.createdMs)) continue;
      const score = deriveHype(drop.definition, history.at(hourMs, ruleset), hourMs, ruleset);
      if (isWorthAPoint(drop, hourMs, score)) points.push(pointOf(drop, hourMs, score));
    }
    return points;
  });
}

/** Before we knew the drop, only what was read of it then makes a point: its calendar alone would be made up. */
export function isWorthAPoint(
  { createdMs }: Pick<DueDrop, 'createdMs'>,
  hourMs: number,
  { signals }: HypeScore,
): boolean {
  return hourMs >= createdMs || signals.some(({ id, value }) => id !== 'calendar_proximity' && value !== null);
}

/** What is kept of a score. */
export function pointOf(
  { id: dropId }: Pick<DueDrop, 'id'>,
  hourMs: number,
  { score, confidence, prior, ruleset, signals }: HypeScore,
): NewPoint {
  const shown: NewPoint['signals'] = {};
  for (const { id, value, weight, freshness, level, momentum, normalized, contribution, status } of signals) {
    if (value === null || level === null || normalized === null) continue;
    shown[id] = { value, weight, freshness, level, momentum, normalized, contribution, status };
  }
  return { drop_id: dropId, hour: new Date(hourMs).toISOString(), score, confidence, prior, ruleset, signals: shown };
}

async function readHours(sql: Sql, ids: readonly string[], fromMs: number, untilMs: number): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>(
    `SELECT drop_id || '/' || (extract(epoch FROM hour) * 1000)::bigint AS key FROM points
     WHERE drop_id = ANY ($1) AND hour BETWEEN to_timestamp($2::float8 / 1000) AND to_timestamp($3::float8 / 1000)`,
    [ids, fromMs, untilMs],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Deletes the points of hours to come, which a wrong clock made before the database rejected them. */
export async function deleteUnfinished(sql: Sql, dropIds: readonly string[]): Promise<void> {
  if (dropIds.length === 0) return;
  await sql.query('DELETE FROM points WHERE drop_id = ANY ($1) AND hour > clock_timestamp()', [dropIds]);
}

/**
 * Stores points, with the log locked: an instant that was confirmed gains no point afterwards.
 *
 * @returns how many; an hour that has its point keeps it.
 * @throws {DatabaseRefusedError} 23514, for an hour that has not ended by the database's clock; nothing is stored then.
 */
export async function storePoints(sql: Sql, points: readonly NewPoint[]): Promise<number> {
  if (points.length === 0) return 0;
  const rows = await sql.query(
    `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
     SELECT drop_id, hour, score, confidence, prior, ruleset, signals, (SELECT record_instant())
     FROM json_to_recordset($1::json) AS p (drop_id text, hour timestamptz, score smallint,
       confidence float8, prior float8, ruleset text, signals json)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [JSON.stringify(points)],
  );
  return rows.length;
}
