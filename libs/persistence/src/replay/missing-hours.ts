import type { DropDefinition } from '@droptrack/catalogue';
import { POINTS_KEPT_MS } from '../recompute/make-points';
import type { DatedDefinition, RecordedPoint } from './read';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Definitions of a drop by the instant from which they were current. */
export class DefinitionHistory {
  /** @param definitions - in their order. */
  constructor(private readonly definitions: readonly DatedDefinition[]) {}

  /** Current definition at an instant, in microseconds since the epoch; null before the first, and while archived. */
  at(recordedUs: number): DropDefinition | null {
    return this.definitions.findLast((dated) => dated.recordedUs <= recordedUs)?.definition ?? null;
  }

  /** Number of times the drop had been archived by an instant: hours in the archive have no points. */
  life(recordedUs: number): number {
    return this.definitions.filter((dated) => dated.definition === null && dated.recordedUs <= recordedUs).length;
  }
}

type Made = Pick<RecordedPoint, 'hourMs' | 'recordedUs'>;

/**
 * Hours of a drop that must have had a point, and have none.
 *
 * Hours are computed in order, and every hour since the creation of a drop gets a point. So between two points of the same
 * life of the drop, recorded in the order of their hours, none may be missing. Hours before its creation, and those around
 * a time in the archive, may lack points and are not reported.
 */
export class MissingHours {
  #last: Made | null = null;

  /**
   * @param sinceMs - first hour that must have a point, milliseconds since the epoch.
   */
  constructor(
    private readonly definitions: DefinitionHistory,
    private readonly sinceMs: number,
  ) {}

  /**
   * Adds further points.
   *
   * @param points - with later hours than all before, in any order.
   * @returns the hours missing up to the last of them, ascending, milliseconds since the epoch.
   */
  upTo(points: readonly Made[]): number[] {
    const missing: number[] = [];
    for (const point of [...points].sort((a, b) => a.hourMs - b.hourMs)) {
      const last = this.#last;
      this.#last = point;
      if (last === null || !this.#isUnbroken(last, point)) continue;
      const firstMs = Math.max(last.hourMs + HOUR_MS, Math.ceil(this.sinceMs / HOUR_MS) * HOUR_MS);
      for (let hourMs = firstMs; hourMs < point.hourMs; hourMs += HOUR_MS) missing.push(hourMs);
    }
    return missing;
  }

  #isUnbroken(last: Made, next: Made): boolean {
    const lateMs = next.recordedUs / 1_000 - next.hourMs;
    return (
      last.recordedUs <= next.recordedUs &&
      this.definitions.life(last.recordedUs) === this.definitions.life(next.recordedUs) &&
      // A recompute that is years late skips hours beyond the retention of points.
      lateMs < POINTS_KEPT_MS - DAY_MS
    );
  }
}
