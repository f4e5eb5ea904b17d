import type { Fact, Provenance } from '@droptrack/catalogue';
import type { StoredSighting } from './candidate';
import { factsOf, rankOfFacts } from './finders';
import type { Campaign, Sighting } from './sighting';

/** Facts of the sightings of a candidate, each with the source that states it. */
export class DeclaredFacts {
  /** By the trust in their sources. Those that are gone state nothing. */
  readonly inOrder: readonly StoredSighting[];
  /** The campaign; null without one. */
  readonly campaign: Fact<Campaign> | null;

  constructor(sightings: readonly StoredSighting[]) {
    const rank = ({ source }: StoredSighting) => rankOfFacts(source);
    this.inOrder = sightings.filter(({ goneAt }) => goneAt === null).sort((a, b) => rank(a) - rank(b));
    this.campaign = this.fact(({ campaign }) => campaign);
  }

  /** Value of the most trusted source that states it; null if none does. */
  fact<T>(read: (sighting: Sighting) => T | null): Fact<T> | null {
    return this.each(read)[0] ?? null;
  }

  /** Values of all sources that state one, with the most trusted first. */
  each<T>(read: (sighting: Sighting) => T | null): Fact<T>[] {
    return this.inOrder.flatMap((stored) => {
      const value = read(stored.sighting);
      return value === null ? [] : [{ value, source: sourceOf(stored) }];
    });
  }
}

/** Source of the facts of a sighting: its page on the day of the last sight; null without a page. */
function sourceOf({ source, sighting: { url }, lastSeenAt }: StoredSighting): Provenance | null {
  return url === null ? null : { kind: factsOf(source), url, at: lastSeenAt.slice(0, 10) };
}
