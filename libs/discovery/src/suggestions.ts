import type { CandidateView, KnownDrop } from './candidate';
import { foldName } from './fold-name';
import { sharedIdentifier } from './identifiers';
import type { SightingIdentity } from './sighting';

/** Another candidate, or a drop of the catalogue, that may be the same drop. A person decides. */
export interface Suggestion {
  /** Null for a drop of the catalogue. */
  readonly candidateId: number | null;
  /** Null for a candidate. */
  readonly dropId: string | null;
  /** Such as `same name` or `same token eip155:1/erc20:0x…`. */
  readonly reason: string;
}

/**
 * Candidates and drops that may be the same drop as a candidate: by identifiers that merge nothing, because several
 * contracts have them or the other one is decided, and by equal names.
 *
 * @param others - any candidates; merged ones and the candidate itself are ignored.
 */
export function suggestionsOf(
  view: CandidateView,
  others: readonly CandidateView[],
  known: readonly KnownDrop[],
): Suggestion[] {
  const names = new Set([view.name, ...view.sightings.map(({ sighting }) => sighting.name)].map(foldName));
  const reasonFor = (identities: readonly SightingIdentity[], name: string): string | null => {
    for (const { sighting } of view.sightings) {
      for (const identity of identities) {
        const shared = sharedIdentifier(sighting.identity, identity);
        if (shared !== null) return shared;
      }
    }
    return foldName(name) !== '' && names.has(foldName(name)) ? 'same name' : null;
  };
  return [
    ...others.flatMap(({ id, state, name, sightings }) => {
      if (id === view.id || state === 'merged') return [];
      const reason = reasonFor(
        sightings.map(({ sighting }) => sighting.identity),
        name,
      );
      return reason === null ? [] : [{ candidateId: id, dropId: null, reason }];
    }),
    ...known.flatMap(({ id, name, ...identity }) => {
      const reason = id === view.dropId ? null : reasonFor([identity], name);
      return reason === null ? [] : [{ candidateId: null, dropId: id, reason }];
    }),
  ];
}
