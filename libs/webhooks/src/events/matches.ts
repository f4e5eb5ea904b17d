import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@droptrack/contracts';
import type { EventDraft } from './event-draft';

/** What an endpoint wants to be told. */
export interface Subscription {
  /** Names of events, `group.*` or `*`. */
  readonly events: readonly string[];
  /** Slugs of drops; null filters nothing, as below. */
  readonly drops: readonly string[] | null;
  readonly chains: readonly string[] | null;
  /** Least hype score of the drop after the change. */
  readonly minHype: number | null;
}

/**
 * Whether an event is among those that an endpoint wants: one that it names, about a drop that passes all its filters,
 * or about none. A drop that shows no score passes no `minHype`. Whose event it is is another question.
 */
export function matches(
  { events, drops, chains, minHype }: Subscription,
  { type, dropId, chain, hype }: Pick<EventDraft, 'type' | 'dropId' | 'chain' | 'hype'>,
): boolean {
  if (!events.some((name) => isNamed(name, type))) return false;
  if (dropId === null) return true;
  return (
    (drops === null || drops.includes(dropId)) &&
    (chains === null || (chain !== null && chains.includes(chain))) &&
    (minHype === null || (hype !== null && hype >= minHype))
  );
}

/** All events that are named one by one, by `group.*`, or by `*`; what names none is passed over. */
export function eventTypesNamed(names: readonly string[]): WebhookEventType[] {
  return WEBHOOK_EVENT_TYPES.filter((type) => names.some((name) => isNamed(name, type)));
}

const isNamed = (name: string, type: string): boolean =>
  name === type || name === '*' || (name.endsWith('.*') && type.startsWith(name.slice(0, -1)));
