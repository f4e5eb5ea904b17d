import type { EventDefinition } from '../definition';

/** Planned events at which the tokens of a drop are paid out: its token events, or without one the starts of its claims. */
export function launchesOf(events: readonly EventDefinition[]): EventDefinition[] {
  const planned = events.filter(({ status }) => status !== 'cancelled');
  const tokenEvents = planned.filter(({ type }) => type === 'tge');
  return tokenEvents.length > 0 ? tokenEvents : planned.filter(({ type }) => type === 'claim');
}

/** True if launches were planned and all of them are cancelled. */
export function isCancelled(events: readonly EventDefinition[]): boolean {
  const launches = events.filter(({ type }) => type === 'tge' || type === 'claim');
  return launches.length > 0 && launches.every(({ status }) => status === 'cancelled');
}
