import type { DropDefinition, EventDefinition } from '../definition';
import { occursAtMs } from './calendar-event';
import { endsOrLapsesAtMs } from './window-state';

/**
 * Instants at which the clock alone changes the published state of a drop or of its events: those at which a confirmed
 * event occurs, and those at which the state of a claim window changes.
 *
 * @returns milliseconds since the epoch, ascending and distinct.
 */
export function eventInstantsOf({ events }: DropDefinition): number[] {
  const confirmed = events.filter(({ status }) => status === 'confirmed').map(occursAtMs);
  const instants = [...confirmed, ...events.flatMap(claimInstantsOf)];
  return [...new Set(instants)].sort((a, b) => a - b);
}

/** Those instants in the interval (`afterMs`, `untilMs`]. */
export function eventInstantsBetween(definition: DropDefinition, afterMs: number, untilMs: number): number[] {
  return eventInstantsOf(definition).filter((atMs) => atMs > afterMs && atMs <= untilMs);
}

/** First of those instants after another; null without one. */
export function nextEventInstant(definition: DropDefinition, afterMs: number): number | null {
  return eventInstantsOf(definition).find((atMs) => atMs > afterMs) ?? null;
}

/** Instants at which the state of a claim window changes: its start, its certain start, and its end. */
function claimInstantsOf(event: EventDefinition): number[] {
  const { type, status, startsAt } = event;
  if (type !== 'claim' || status === 'cancelled') return [];
  return [Date.parse(startsAt), occursAtMs(event), endsOrLapsesAtMs(event)];
}
