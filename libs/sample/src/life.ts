import type { Provenance } from '@droptrack/catalogue';
import { hashText } from './random';
import { SLOTS, type SlotTraits } from './traits';

export const DAY_MS = 86_400_000;
/** Days for which a drop is published; then the next one of its slot begins. */
export const CYCLE_DAYS = 72;
/** Even distance between the starts of slots, so that every day has drops of every age. */
export const DAYS_BETWEEN_SLOTS = CYCLE_DAYS / SLOTS.length;
/** Days with readings before a drop is published. */
export const DAYS_READ_BEFORE = 35;

/** One drop of a slot, from its first day to its last. */
export interface Life {
  readonly seed: string;
  readonly traits: SlotTraits;
  /** Number of earlier drops of the slot. */
  readonly generation: number;
  readonly dropId: string;
  /** First day, counted from the epoch. */
  readonly startDay: number;
}

/** Lives of all slots on a day (counted from the epoch), in the order of the slots. */
export function livesOn(seed: string, day: number): Life[] {
  return SLOTS.map((traits, slot) => lifeAt(seed, traits, Math.floor((day - firstDay(seed, slot)) / CYCLE_DAYS), slot));
}

/** Lives that are published, or have readings already, from one day to another, both inclusive. */
export function livesWithReadings(seed: string, fromDay: number, toDay: number): Life[] {
  return SLOTS.flatMap((traits, slot) => {
    const first = Math.floor((fromDay - firstDay(seed, slot)) / CYCLE_DAYS);
    const last = Math.floor((toDay + DAYS_READ_BEFORE - firstDay(seed, slot)) / CYCLE_DAYS);
    return Array.from({ length: last - first + 1 }, (_, i) => lifeAt(seed, traits, first + i, slot));
  });
}

/** Life of a drop by its id; null for an id outside the sample. */
export function lifeOf(seed: string, dropId: string): Life | null {
  const [, slug, generation] = /^sample-([a-z]+)-(\d{1,5})$/.exec(dropId) ?? [];
  const slot = SLOTS.findIndex((traits) => traits.slug === slug);
  const traits = SLOTS[slot];
  if (traits === undefined) return null;
  const life = lifeAt(seed, traits, Number(generation), slot);
  return life.dropId === dropId ? life : null;
}

/** Days since the epoch of an ISO date. */
export function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00.000Z`) / DAY_MS);
}

/** ISO date of a day counted from the epoch. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function lifeAt(seed: string, traits: SlotTraits, generation: number, slot: number): Life {
  const startDay = firstDay(seed, slot) + generation * CYCLE_DAYS;
  return { seed, traits, generation, dropId: `sample-${traits.slug}-${generation}`, startDay };
}

/** First day of a slot's first drop. The seed shifts all slots by the same number of days. */
function firstDay(seed: string, slot: number): number {
  return slot * DAYS_BETWEEN_SLOTS - (hashText(`${seed}/shift`) % CYCLE_DAYS);
}

/** Source of a fact of a drop, checked on a day of its life (0 is the first). */
export function sourceOf({ dropId, startDay }: Life, ageDay: number): Provenance {
  return { kind: 'dataset', url: `https://example.org/sample/${dropId}`, at: isoDay(startDay + ageDay) };
}
