import { POINTS_KEPT_MS } from '../recompute/make-points';
import type { RecordedPoint } from './read';
import type { Stated } from './stated';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Made = Pick<RecordedPoint, 'hourMs' | 'recordedUs'>;

/**
 * Hours of a drop that must have had a point, and have none.
 *
 * A drop is worked through hour by hour, and every hour since it is known is worth a point. So between two points of
 * one life of the drop, the later hour made no earlier, none may be missing. Hours before the drop was known, and those
 * around the time in which it was archived, may rightly have none, and are not told.
 */
export class MissingHours {
  #last: Made | null = null;

  /**
   * @param sinceMs - hours from here on are worth a point and kept, milliseconds since the epoch.
   */
  constructor(
    private readonly stated: Stated,
    private readonly sinceMs: number,
  ) {}

  /**
   * Goes on to further points.
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
      this.stated.life(last.recordedUs) === this.stated.life(next.recordedUs) &&
      // Who comes after years leaves out what is too old to be kept.
      lateMs < POINTS_KEPT_MS - DAY_MS
    );
  }
}
