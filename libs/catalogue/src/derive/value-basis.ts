import type { ValueBasis } from '@droptrack/contracts';
import type { ExpectedValue } from '@droptrack/scoring';
import type { DropDefinition } from '../definition';
import { eventStatusAt } from './calendar-event';
import { launchesOf } from './launch';

const DAY_MS = 86_400_000;

/**
 * Basis of an expected value. `realised`: tokens and wallets are facts, and the price was observed on or after the day of
 * the token event, so the figure is a payout that has taken place. Any stated estimate among the inputs makes it a
 * `forecast`. The value must be derived from the same definition, because its stated ranges are found by identity.
 *
 * @returns null while the value is unknown.
 */
export function valueBasis(
  { value, events }: DropDefinition,
  { p50, used }: Pick<ExpectedValue, 'p50' | 'used'>,
): ValueBasis | null {
  if (p50 === null) return null;
  const estimated =
    used.fdvUsd === value.fdvUsd?.value ||
    used.supplyShare === value.supplyShare?.value ||
    used.eligibleWallets === value.eligibleWallets?.value ||
    used.probability !== 1;
  const isLaunchedAt = (atMs: number) => launchesOf(events).some((event) => eventStatusAt(event, atMs) === 'occurred');
  const at = value.priceUsd?.source?.at ?? null;
  const traded = at !== null && isLaunchedAt(Date.parse(at) + DAY_MS - 1);
  return traded && !estimated ? 'realised' : 'forecast';
}
