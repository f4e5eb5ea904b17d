import { assertInstant } from '../checks';
import { type Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAY_MS = 86_400_000;

/**
 * Proximity of the next event: 1 at its start, halved for every seven days before it, 0 without an event.
 *
 * @param startsAtMs - starts of the confirmed events with precision `day` or finer, in milliseconds since the epoch and
 *   any order. Starts at or before `atMs` are ignored.
 * @throws {InvalidInputError} when an instant is not finite.
 */
export function calendarProximity(
  startsAtMs: readonly number[],
  atMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): number {
  assertInstant('atMs', atMs);
  let nearest = Infinity;
  for (const startMs of startsAtMs) {
    assertInstant('startsAtMs', startMs);
    if (startMs > atMs && startMs < nearest) nearest = startMs;
  }
  return 2 ** (-(nearest - atMs) / DAY_MS / ruleset.hype.calendarHalfLifeDays);
}
