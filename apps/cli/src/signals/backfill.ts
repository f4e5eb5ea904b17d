import { runRecompute, type Database } from '@droptrack/persistence';
import { count } from '../output/count';
import type { Output } from '../output/output';

/** What came of the hours that were made up for. */
export interface Backfill {
  readonly points: number;
  readonly revisions: number;
}

/**
 * Works off all that is due, as the worker does; side by side with one they share the work,
 * and what the other did is not counted.
 */
export async function backfill(
  db: Database,
  { output, now }: { readonly output: Output; readonly now: () => Date },
): Promise<Backfill> {
  let [points, revisions] = [0, 0];
  for (;;) {
    output.progress(`${count(points, 'hourly point')} written …`);
    const pass = await runRecompute(db, { nowMs: now().getTime() });
    for (const { dropId, message } of pass.failures) output.note(`${dropId} cannot be scored: ${message}`);
    if (pass.drops === 0) return { points, revisions };
    points += pass.points;
    revisions += pass.revisions;
  }
}
