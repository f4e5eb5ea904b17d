import type { DropDefinition } from '@droptrack/catalogue';
import { definitionOf } from './definition';
import { dayNumber, livesOn } from './life';
import { listsOf, type SampleList } from './lists';

export interface SampleOptions {
  /** Determines figures and days; the mix of drops does not depend on it. */
  readonly seed: string;
  /** ISO date, UTC. */
  readonly day: string;
}

export interface SampleCatalogue {
  /** One drop per slot. */
  readonly definitions: readonly DropDefinition[];
  /** Lists that are published on that day. */
  readonly lists: readonly SampleList[];
}

/**
 * Creates the fictitious drops of a day with their lists, as a function of the seed and the day.
 *
 * Each slot has one drop after the other, each with its own life: mentioned, live, token generation, gone. Ids are never
 * reused, and the instants of a drop's events do not change during its life.
 */
export function sampleCatalogue({ seed, day }: SampleOptions): SampleCatalogue {
  const today = dayNumber(day);
  const drops = livesOn(seed, today).map((life) => {
    const ageDays = today - life.startDay;
    const definition = definitionOf(life, ageDays);
    return { definition, lists: listsOf(life, ageDays, definition) };
  });
  return { definitions: drops.map(({ definition }) => definition), lists: drops.flatMap(({ lists }) => lists) };
}
