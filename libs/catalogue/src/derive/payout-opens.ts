import type { EventDefinition } from '../definition';
import { certainStarts } from './calendar-event';

/**
 * Time from which wallets could have the tokens of a drop: the first token event, or the first claim if that is later, as in a
 * second season. A phase named `Distribution` counts as a claim: the tokens were sent to the wallets. Only events that are confirmed
 * to the day count.
 *
 * @returns RFC 3339 UTC with milliseconds; null while unknown.
 */
export function payoutOpensAt(events: readonly EventDefinition[]): string | null {
  const launches = events.filter(({ type }) => type === 'tge');
  const payouts = events.filter((event) => event.type === 'claim' || isDistribution(event));
  const opensMs = payoutOpensMs(certainStarts(launches), certainStarts(payouts));
  return opensMs === null ? null : new Date(opensMs).toISOString();
}

/** The later one of the first launch and the first payout; null without any. Times are in milliseconds since the epoch. */
export function payoutOpensMs(launches: readonly number[], payouts: readonly number[]): number | null {
  const firsts = [launches, payouts].flatMap((starts) => (starts.length === 0 ? [] : [Math.min(...starts)]));
  return firsts.length === 0 ? null : Math.max(...firsts);
}

/** True for the phase in which tokens are sent to the wallets, which have nothing to claim. */
export const isDistribution = ({ type, phase }: Readonly<Record<'type' | 'phase', unknown>>): boolean =>
  type === 'phase' && phase === 'Distribution';
