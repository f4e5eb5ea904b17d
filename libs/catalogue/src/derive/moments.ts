import type { DropDefinition } from '../definition';
import { occursAtMs } from './calendar-event';

/**
 * The instants, ascending and each once, at which time alone changes what a drop or
 * one of its events shows: those at which a confirmed event occurs (contract §4).
 *
 * @returns milliseconds since the epoch.
 */
export function momentsOf({ events }: DropDefinition): number[] {
  const moments = events.filter(({ status }) => status === 'confirmed').map(occursAtMs);
  return [...new Set(moments)].sort((a, b) => a - b);
}

/** The moments after one instant, up to and with another. */
export function momentsBetween(definition: DropDefinition, afterMs: number, untilMs: number): number[] {
  return momentsOf(definition).filter((atMs) => atMs > afterMs && atMs <= untilMs);
}

/** The first moment after an instant; null when there is none. */
export function nextMoment(definition: DropDefinition, afterMs: number): number | null {
  return momentsOf(definition).find((atMs) => atMs > afterMs) ?? null;
}
