import { isOpen } from './candidate';
import { identifiersOf } from './identifiers';
import type { IdentifiedCandidate, IdentifiedSighting } from './plan-candidates';
import type { SightingIdentity } from './sighting';

/** Identifiers of the sightings of one candidate. */
export interface Group {
  /** Negative for a new candidate. */
  readonly id: number;
  readonly isOpen: boolean;
  readonly isWatched: boolean;
  /** Group that it was merged into; null while it exists. */
  into: Group | null;
  contract: string | null;
  readonly identifiers: Set<string>;
}

/** Candidates by their identifiers. A group never has two contracts. */
export class CandidateGroups {
  readonly #byId = new Map<number, Group>();
  readonly #byIdentifier = new Map<string, Set<Group>>();
  /** Contracts of sightings that have no candidate yet, by their other identifiers. */
  readonly #awaited = new Map<string, Set<string>>();

  constructor(candidates: readonly IdentifiedCandidate[], sightings: readonly IdentifiedSighting[]) {
    for (const { id, state, identities } of candidates) {
      const group = this.#add({ id, isOpen: isOpen(state), isWatched: state === 'watched' });
      for (const identity of identities) this.extend(group, identity);
    }
    for (const { identity } of sightings) {
      if (identity.contract === null) continue;
      for (const identifier of identifiersOf(identity)) setOf(this.#awaited, identifier).add(identity.contract);
    }
  }

  /** Group of a candidate, or the one that it was merged into; null for an unknown one. */
  find(id: number): Group | null {
    let group = this.#byId.get(id) ?? null;
    while (group !== null && group.into !== null) group = group.into;
    return group;
  }

  create(id: number): Group {
    return this.#add({ id, isOpen: true, isWatched: false });
  }

  /** Adds the identifiers of a sighting. */
  extend(group: Group, identity: SightingIdentity): void {
    group.contract ??= identity.contract;
    for (const identifier of identifiersOf(identity)) this.#connect(group, identifier);
  }

  merge(from: Group, into: Group): void {
    from.into = into;
    into.contract ??= from.contract;
    for (const identifier of from.identifiers) {
      this.#byIdentifier.get(identifier)?.delete(from);
      this.#connect(into, identifier);
    }
  }

  /**
   * Open groups that are one drop with a sighting, the one that stays first: a watched one, then the oldest.
   *
   * @param own - group of the sighting; null without one.
   * @returns none if the groups have different contracts.
   */
  fitting(identity: SightingIdentity, own: Group | null): Group[] {
    const fitting = new Set(own === null ? [] : [own]);
    for (const identifier of this.#usable(identity)) {
      for (const group of this.#byIdentifier.get(identifier) ?? []) {
        const isOther = identity.contract !== null && group.contract !== null && identity.contract !== group.contract;
        if (group.isOpen && !isOther) fitting.add(group);
      }
    }
    const contracts = new Set([identity, ...fitting].flatMap(({ contract }) => contract ?? []));
    return contracts.size > 1 ? [] : [...fitting].sort((a, b) => rankOf(a) - rankOf(b));
  }

  /** Reason for which a sighting and a group that fits it are one drop. */
  reasonFor(identity: SightingIdentity, { identifiers }: Group): string {
    const shared = this.#usable(identity).find((identifier) => identifiers.has(identifier));
    return `same ${shared ?? 'drop'}`;
  }

  /** Identifiers that do not belong to several contracts. */
  #usable(identity: SightingIdentity): string[] {
    return identifiersOf(identity).filter((identifier) => {
      const awaited = this.#awaited.get(identifier);
      if (awaited !== undefined && awaited.size > 1) return false;
      let [contract = null] = awaited ?? [];
      for (const group of this.#byIdentifier.get(identifier) ?? []) {
        if (group.contract !== null && contract !== null && group.contract !== contract) return false;
        contract ??= group.contract;
      }
      return true;
    });
  }

  #add(group: Pick<Group, 'id' | 'isOpen' | 'isWatched'>): Group {
    const added = { ...group, into: null, contract: null, identifiers: new Set<string>() };
    this.#byId.set(added.id, added);
    return added;
  }

  #connect(group: Group, identifier: string): void {
    group.identifiers.add(identifier);
    setOf(this.#byIdentifier, identifier).add(group);
  }
}

/** New candidates come after existing ones, in the order of their creation. */
const rankOf = ({ id, isWatched }: Group): number => (isWatched ? 0 : 1e12) + (id > 0 ? id : 1e11 - id);

function setOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const found = map.get(key) ?? new Set<V>();
  map.set(key, found);
  return found;
}
