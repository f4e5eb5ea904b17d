import { chainIdOf } from '../chain-id';
import type { DropDefinition, EventDefinition } from '../definition';
import type { RowFacts } from '../revision';
import { certainStarts } from './calendar-event';
import { deriveClaim } from './claim-window';
import type { PublishedList } from './figures';
import { launchesOf } from './launch';

/**
 * Facts in the row of a drop at an instant. Declared amounts are those of the whole distribution and take precedence over those of
 * its list, which can be one of several. A list that is a part of the published one has no amounts of the drop.
 *
 * @param published - active list; null without one.
 * @param atMs - milliseconds since the epoch.
 */
export function deriveRowFacts(definition: DropDefinition, published: PublishedList | null, atMs: number): RowFacts {
  const { chain, token, distribution, events } = definition;
  const whole = published?.part === true ? null : published;
  return {
    chain_id: chainIdOf(chain.value),
    symbol: token.symbol?.value ?? null,
    token: token.address?.value ?? null,
    launch_at: launchOf(events),
    claim: deriveClaim(definition, atMs),
    tokens: distribution.tokens?.value ?? (whole === null ? null : wholeTokens(whole)),
    wallets: distribution.wallets?.value ?? whole?.wallets ?? null,
  };
}

/** Start of the first launch that is confirmed to the day; null without one. */
function launchOf(events: readonly EventDefinition[]): string | null {
  const starts = certainStarts(launchesOf(events));
  return starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString();
}

/** Total of a list in whole tokens, an exact decimal string; null while the decimals are unknown. */
function wholeTokens({ total, decimals }: PublishedList): string | null {
  if (decimals === null) return null;
  const digits = total.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
