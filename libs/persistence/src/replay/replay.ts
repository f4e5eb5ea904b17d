import type { Database, Sql } from '../database/database';
import { LOOK_BACK_MS } from '../readings/look-back';
import { readKeptFrom } from '../retention/kept-from';
import type { ReplayDifference } from './difference';
import { replayDrop, type ReplayedDrop } from './replay-drop';

/** Points to recompute. */
interface ReplayOptions {
  /** Null for all drops, including archived ones. */
  readonly dropIds: readonly string[] | null;
  /** First and last hour, inclusive, milliseconds since the epoch; null for no bound. */
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  /** Called now and then. */
  readonly onProgress?: (progress: ReplayProgress) => void;
}

interface ReplayProgress {
  readonly drops: number;
  readonly dropsTotal: number;
  readonly points: number;
}

/** Result of a replay. */
export interface ReplayReport {
  readonly drops: number;
  /** Compared points. */
  readonly points: number;
  /** Points for which readings may have been deleted. */
  readonly unreplayable: number;
  /**
   * First hour that can be recomputed for every drop, milliseconds since the epoch; null while no reading was ever deleted.
   * For a drop that is younger than the retention of readings, all hours can.
   */
  readonly replayableFromMs: number | null;
  /** By drop, then in the order in which the points were recorded; the first hundred. */
  readonly differences: readonly ReplayDifference[];
  readonly differencesTotal: number;
}

/** The drop is unknown. */
export class UnknownDropError extends Error {
  override readonly name = 'UnknownDropError';
  constructor(readonly dropId: string) {
    super(`There is no drop "${dropId}"`);
  }
}

const DIFFERENCES_KEPT = 100;
/** Bounds that the database accepts, unlike the maximum of a JavaScript date. */
const [EARLIEST_MS, LATEST_MS] = [Date.UTC(1970, 0), Date.UTC(9999, 0)];

/**
 * Recomputes stored points, each from the readings and the definition that were recorded before it and with its own ruleset,
 * and returns the differences. Read-only.
 *
 * @throws {UnknownDropError} {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function replayPoints(db: Database, options: ReplayOptions): Promise<ReplayReport> {
  const span = { fromMs: options.fromMs ?? EARLIEST_MS, untilMs: options.untilMs ?? LATEST_MS };
  const drops = await readDrops(db, options.dropIds);
  const differences: ReplayDifference[] = [];
  let [differencesTotal, points, unreplayable] = [0, 0, 0];
  for (const [done, drop] of drops.entries()) {
    const replay = await replayDrop(db, drop, span, {
      onDifference: (difference) => {
        differencesTotal += 1;
        if (differences.length < DIFFERENCES_KEPT) differences.push(difference);
      },
      onCompared: (compared) => {
        points += compared;
        options.onProgress?.({ drops: done, dropsTotal: drops.length, points });
      },
    });
    unreplayable += replay.unreplayable;
  }
  const keptFromMs = await readKeptFrom(db, 'readings');
  const replayableFromMs = keptFromMs === null ? null : keptFromMs + LOOK_BACK_MS;
  return { drops: drops.length, points, unreplayable, replayableFromMs, differences, differencesTotal };
}

/** By id. */
async function readDrops(sql: Sql, dropIds: readonly string[] | null): Promise<ReplayedDrop[]> {
  const drops = await sql.query<ReplayedDrop>(
    `SELECT id, (extract(epoch FROM created_at) * 1000)::float8 AS "createdMs" FROM drops
     WHERE $1::text[] IS NULL OR id = ANY ($1) ORDER BY id`,
    [dropIds],
  );
  const unknown = dropIds?.find((id) => !drops.some((drop) => drop.id === id));
  if (unknown !== undefined) throw new UnknownDropError(unknown);
  return drops;
}
