import type { DropDefinition } from '@droptrack/catalogue';
import { definitionOf } from './definition';
import { dayNumber, livesOn } from './life';
import { listsOf, type SampleList } from './lists';

export interface SampleOptions {
  /** Another seed gives other figures and other days; the mix stays. */
  readonly seed: string;
  /** ISO date, UTC. */
  readonly day: string;
}

export interface SampleCatalogue {
  /** One drop a slot. */
  readonly definitions: readonly DropDefinition[];
  /** What is published on that day. */
  readonly lists: readonly SampleList[];
}

/**
 * The made-up drops of a day and their lists: a function of the seed and the day alone.
 *
 * Each slot has one drop after the other, each with a life of its own: heard of, live, in token generation, gone. Ids
 * are never used again, and the instants of a drop's events are the same on every day of its life.
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
