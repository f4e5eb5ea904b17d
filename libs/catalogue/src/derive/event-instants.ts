import type { DropDefinition } from '../definition';
import { occursAtMs } from './calendar-event';

/**
 * Instants at which the clock alone changes the published state of a drop or of its events: those at which a confirmed
 * event occurs.
 *
 * @returns milliseconds since the epoch, ascending and distinct.
 */
export function eventInstantsOf({ events }: DropDefinition): number[] {
  const instants = events.filter(({ status }) => status === 'confirmed').map(occursAtMs);
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
