import type { DropDefinition } from '../definition';
import { occursAtMs } from './calendar-event';

/**
 * Instants at which the clock alone changes the published state of a drop or of its events: those at which a confirmed
 * event occurs.
 *
 * @returns milliseconds since the epoch, ascending and distinct.
 */
export function momentsOf({ events }: DropDefinition): number[] {
  const moments = events.filter(({ status }) => status === 'confirmed').map(occursAtMs);
  return [...new Set(moments)].sort((a, b) => a - b);
}

/** Those instants in the interval (`afterMs`, `untilMs`]. */
export function momentsBetween(definition: DropDefinition, afterMs: number, untilMs: number): number[] {
  return momentsOf(definition).filter((atMs) => atMs > afterMs && atMs <= untilMs);
}

/** First of those instants after another; null without one. */
export function nextMoment(definition: DropDefinition, afterMs: number): number | null {
  return momentsOf(definition).find((atMs) => atMs > afterMs) ?? null;
}
