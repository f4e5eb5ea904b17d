import type { ValueBasis } from '@droptrack/contracts';
import { type ExpectedValue, isKnownAllocation } from '@droptrack/scoring';
import type { DropDefinition, Fact, Range } from '../definition';
import { occursAtMs } from './calendar-event';
import { launchesOf } from './launch';

const DAY_MS = 86_400_000;

/**
 * Basis of an expected value. `realised`: a payout that has taken place, whose quantiles are facts: those of a published list, or
 * declared ones, at a price of the launch or later. `estimated`: only its mean is known, and the spread over the wallets is that of
 * other drops. A range among the inputs, or a number declared before the launch, makes it a `forecast`. The value must be derived
 * from the same definition, because its declared ranges are found by identity.
 *
 * @returns null while the value is unknown.
 */
export function valueBasis(
  definition: DropDefinition,
  { p50, used, isSpreadKnown }: Pick<ExpectedValue, 'p50' | 'used' | 'isSpreadKnown'>,
): ValueBasis | null {
  if (p50 === null) return null;
  const { fdvUsd, supplyShare, eligibleWallets, priceUsd } = definition.value;
  const isEstimate = (range: Range | null, fact: Fact<Range> | null): boolean =>
    fact !== null && range === fact.value && !(range[0] === range[1] && isOfLaunch(definition, fact));
  const isTraded = used.fdvUsd === fdvUsd?.value || (priceUsd !== null && isOfLaunch(definition, priceUsd));
  if (used.probability !== 1 || !isTraded || isEstimate(used.fdvUsd, fdvUsd)) return 'forecast';
  // Known quantiles of the tokens per wallet need neither the share of the supply nor the number of wallets.
  const isMeanKnown = !isEstimate(used.supplyShare, supplyShare) && !isEstimate(used.eligibleWallets, eligibleWallets);
  if (isSpreadKnown && (isMeanKnown || isKnownAllocation(used.allocation))) return 'realised';
  return isMeanKnown ? 'estimated' : 'forecast';
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
