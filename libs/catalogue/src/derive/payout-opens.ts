import type { EventDefinition } from '../definition';
import { certainStarts } from './calendar-event';

/**
 * Time from which wallets could have the tokens of a drop: the first token event, or the first claim if that is later, as in a
 * second season. Only events that are confirmed to the day count.
 *
 * @returns RFC 3339 UTC with milliseconds; null while unknown.
 */
export function payoutOpensAt(events: readonly EventDefinition[]): string | null {
  const firsts = (['tge', 'claim'] as const).flatMap((type) => {
    const starts = certainStarts(events.filter((event) => event.type === type));
    return starts.length === 0 ? [] : [Math.min(...starts)];
  });
  return firsts.length === 0 ? null : new Date(Math.max(...firsts)).toISOString();
}
