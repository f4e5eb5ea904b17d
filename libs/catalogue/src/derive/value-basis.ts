import type { ValueBasis } from '@droptrack/contracts';
import type { ExpectedValue } from '@droptrack/scoring';
import type { DropDefinition, Fact, Range } from '../definition';
import { occursAtMs } from './calendar-event';
import { launchesOf } from './launch';

const DAY_MS = 86_400_000;

/**
 * Basis of an expected value. `realised`: tokens and wallets are known numbers, and the price was observed on or after the
 * day of the launch, so the figure is a payout that has taken place. A range among the inputs, or a number declared before
 * the launch, makes it a `forecast`. The value must be derived from the same definition, because its declared ranges are
 * found by identity.
 *
 * @returns null while the value is unknown.
 */
export function valueBasis(
  definition: DropDefinition,
  { p50, used }: Pick<ExpectedValue, 'p50' | 'used'>,
): ValueBasis | null {
  if (p50 === null) return null;
  const { fdvUsd, supplyShare, eligibleWallets, priceUsd } = definition.value;
  const isEstimate = (range: Range | null, fact: Fact<Range> | null): boolean =>
    fact !== null && range === fact.value && !(range[0] === range[1] && isOfLaunch(definition, fact));
  const inputs = [[used.fdvUsd, fdvUsd] as const, [used.supplyShare, supplyShare] as const, [used.eligibleWallets, eligibleWallets] as const]; // prettier-ignore
  const isForecast = used.probability !== 1 || inputs.some(([range, fact]) => isEstimate(range, fact));
  const isTraded = used.fdvUsd === fdvUsd?.value || (priceUsd !== null && isOfLaunch(definition, priceUsd));
  return isTraded && !isForecast ? 'realised' : 'forecast';
}

/**
 * True for a fact whose source is of the day of the launch or later. Of a launch that is known to the month or coarser, the
 * period has to be over, unless the status states that the token exists: then it is traded throughout the period.
 */
function isOfLaunch({ events, status }: DropDefinition, { source }: Fact<unknown>): boolean {
  const at = source?.at ?? null;
  if (at === null) return false;
  const endMs = Date.parse(at) + DAY_MS - 1;
  const exists = status?.value === 'tge';
  return launchesOf(events)
    .filter((event) => event.status === 'confirmed')
    .some((event) => (exists ? Date.parse(event.startsAt) : occursAtMs(event)) <= endMs);
}
