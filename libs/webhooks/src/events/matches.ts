import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@droptrack/contracts';
import type { EventDraft } from './event-draft';

/** Subscription of an endpoint. */
export interface Subscription {
  /** Names of events, `group.*` or `*`. */
  readonly events: readonly string[];
  /** Slugs of drops. Null disables this filter, and the filters below. */
  readonly drops: readonly string[] | null;
  readonly chains: readonly string[] | null;
  /** Minimum hype score of the drop after the change. */
  readonly minHype: number | null;
}

/**
 * Tests an event against a subscription: its type must be named, and its drop, if any, must pass all filters. A drop
 * without a published score does not pass `minHype`. It does not check the account of the event.
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

/** Expands names, `group.*` and `*` to event types; unknown names are ignored. */
export function eventTypesNamed(names: readonly string[]): WebhookEventType[] {
  return WEBHOOK_EVENT_TYPES.filter((type) => names.some((name) => isNamed(name, type)));
}

const isNamed = (name: string, type: string): boolean =>
  name === type || name === '*' || (name.endsWith('.*') && type.startsWith(name.slice(0, -1)));
