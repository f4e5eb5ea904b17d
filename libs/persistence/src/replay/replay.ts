import type { Database, Sql } from '../database/database';
import { LOOK_BACK_MS } from '../readings/look-back';
import { readKeptFrom } from '../retention/kept-from';
import type { ReplayDifference } from './difference';
import { replayDrop, type ReplayedDrop } from './replay-drop';

/** Which points are made anew. */
export interface ReplayOptions {
  /** Null for all drops, the archived too. */
  readonly dropIds: readonly string[] | null;
  /** First and last hour, inclusive, milliseconds since the epoch; null for no bound. */
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  /** Told now and then how far it has come. */
  readonly onProgress?: (progress: ReplayProgress) => void;
}

export interface ReplayProgress {
  readonly drops: number;
  readonly dropsInAll: number;
  readonly points: number;
}

/** What came of making points anew. */
export interface ReplayReport {
  readonly drops: number;
  /** Points that were compared. */
  readonly points: number;
  /** Points for which readings may have been deleted. */
  readonly unreplayable: number;
  /**
   * From here on hours can be made anew for every drop, milliseconds since the epoch; null while no reading was ever
   * deleted. Those of a drop that is known for less long than readings are kept all can.
   */
  readonly replayableFromMs: number | null;
  /** By drop, then in the order in which points were made; the first hundred. */
  readonly differences: readonly ReplayDifference[];
  readonly differencesTotal: number;
}

/** There is no drop of this id. */
export class UnknownDropError extends Error {
  override readonly name = 'UnknownDropError';
  constructor(readonly dropId: string) {
    super(`There is no drop "${dropId}"`);
  }
}

const DIFFERENCES_KEPT = 100;
/** The year 275760, the last that a date can have, is beyond what the database takes. */
const [EARLIEST_MS, LATEST_MS] = [Date.UTC(1970, 0), Date.UTC(9999, 0)];

/**
 * Makes stored points anew, each from the raw readings and the definition that were recorded before it and by the rules
 * it names, and tells in what they differ. Changes nothing.
 *
 * @throws {UnknownDropError} {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function replayPoints(db: Database, options: ReplayOptions): Promise<ReplayReport> {
  const span = { fromMs: options.fromMs ?? EARLIEST_MS, untilMs: options.untilMs ?? LATEST_MS };
  const drops = await readDrops(db, options.dropIds);
  const differences: ReplayDifference[] = [];
  let [differencesTotal, points, unreplayable] = [0, 0, 0];
  for (const [place, drop] of drops.entries()) {
    const replay = await replayDrop(db, drop, span, {
      onDifference: (difference) => {
        differencesTotal += 1;
        if (differences.length < DIFFERENCES_KEPT) differences.push(difference);
      },
      onCompared: (compared) => {
        points += compared;
        options.onProgress?.({ drops: place, dropsInAll: drops.length, points });
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
