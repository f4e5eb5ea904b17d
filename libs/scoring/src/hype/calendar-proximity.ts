import { assertInstant } from '../checks';
import { type Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAY_MS = 86_400_000;

/**
 * How near the next event is: 1 at its start, half every seven days before it, 0 without one.
 *
 * @param startsAtMs - first instants, in milliseconds since the epoch and any order, of the
 *   confirmed events of precision `day` or finer; those not after `atMs` are passed over.
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
