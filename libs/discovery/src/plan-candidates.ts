import { CandidateGroups, type Group } from './candidate-groups';
import type { CandidateState } from './candidate';
import type { FinderId } from './finders';
import type { SightingIdentity } from './sighting';

/** A sighting that gets a candidate, or whose identity has changed. */
export interface IdentifiedSighting {
  /** Unique over all sources. */
  readonly key: string;
  readonly source: FinderId;
  readonly identity: SightingIdentity;
  /** See `sightingSpam`: of several sightings, the least spam-like get the candidates of the day. */
  readonly spam: number;
  /** Its candidate; null without one. */
  readonly candidateId: number | null;
}

/** A candidate with the identities of its sightings. */
export interface IdentifiedCandidate {
  readonly id: number;
  readonly state: CandidateState;
  readonly identities: readonly SightingIdentity[];
}

/** Changes of candidates by sightings. New candidates have negative ids. */
export interface CandidatePlan {
  readonly placed: readonly Placement[];
  readonly created: readonly { readonly id: number; readonly source: FinderId }[];
  /** Existing candidates that become one. */
  readonly merged: readonly { readonly candidateId: number; readonly intoId: number; readonly reason: string }[];
  /** Keys of sightings without a candidate, because their source has created enough of them. */
  readonly heldBack: readonly string[];
}

/** A sighting with its candidate. */
export interface Placement {
  readonly key: string;
  readonly candidateId: number;
  /** Such as `same token eip155:1/erc20:0x…`; null for the first sighting of a new candidate. */
  readonly reason: string | null;
}

/**
 * Candidates of sightings, by shared identifiers and never by names. Pure.
 *
 * Two contracts are two drops: an identifier of candidates with different contracts merges nothing, and neither does a
 * sighting whose identifiers fit candidates with different contracts. Decided candidates are never changed. Of several
 * candidates that become one, a watched one stays, then the oldest.
 *
 * @param candidates - all that share an identifier with a sighting, and those of sightings whose identity has changed.
 * @param newMax - maximum number of new candidates by source; 0 for sources that are not listed.
 */
export function planCandidates(
  candidates: readonly IdentifiedCandidate[],
  sightings: readonly IdentifiedSighting[],
  newMax: ReadonlyMap<FinderId, number>,
): CandidatePlan {
  const plan = new Planner(new CandidateGroups(candidates, sightings), new Map(newMax));
  let waiting = [...sightings].sort(inOrder);
  // A placed sighting adds identifiers, by which one that was held back can be recognised.
  for (let before = Infinity; waiting.length > 0 && waiting.length < before;) {
    before = waiting.length;
    waiting = waiting.filter((sighting) => !plan.place(sighting));
  }
  return { ...plan.result(), heldBack: waiting.map(({ key }) => key) };
}

/** Those with a contract first: they decide which identifiers fit several drops. */
function inOrder(one: IdentifiedSighting, other: IdentifiedSighting): number {
  const rank = ({ identity }: IdentifiedSighting) => (identity.contract === null ? 1 : 0);
  return rank(one) - rank(other) || one.spam - other.spam || (one.key < other.key ? -1 : 1);
}

class Planner {
  readonly #placed = new Map<string, { readonly group: Group; readonly reason: string | null }>();
  readonly #created = new Map<number, FinderId>();
  readonly #merged: { candidateId: number; group: Group; reason: string }[] = [];
  #lastId = 0;

  constructor(
    private readonly groups: CandidateGroups,
    private readonly newLeft: Map<FinderId, number>,
  ) {}

  /** @returns false if the sighting needs a new candidate, and its source has created enough. */
  place(sighting: IdentifiedSighting): boolean {
    const { key, identity, candidateId } = sighting;
    const own = candidateId === null ? null : this.groups.find(candidateId);
    const [first, ...others] = own === null || own.isOpen ? this.groups.fitting(identity, own) : [];
    const target = first ?? own;
    if (target === null) return this.#create(sighting);
    for (const other of others) {
      this.#merge(other, target, this.groups.reasonFor(identity, other === own ? target : other));
    }
    if (own === null) this.#placed.set(key, { group: target, reason: this.groups.reasonFor(identity, target) });
    this.groups.extend(target, identity);
    return true;
  }

  result(): Omit<CandidatePlan, 'heldBack'> {
    const idOf = ({ id }: Group): number => this.groups.find(id)?.id ?? id;
    return {
      placed: [...this.#placed].map(([key, { group, reason }]) => ({ key, candidateId: idOf(group), reason })),
      created: [...this.#created].map(([id, source]) => ({ id, source })),
      merged: this.#merged.map(({ candidateId, group, reason }) => ({ candidateId, intoId: idOf(group), reason })),
    };
  }

  #create({ key, source, identity }: IdentifiedSighting): boolean {
    const left = this.newLeft.get(source) ?? 0;
    if (left <= 0) return false;
    this.newLeft.set(source, left - 1);
    const group = this.groups.create(--this.#lastId);
    this.groups.extend(group, identity);
    this.#created.set(group.id, source);
    this.#placed.set(key, { group, reason: null });
    return true;
  }

  #merge(from: Group, into: Group, reason: string): void {
    this.groups.merge(from, into);
    const source = this.#created.get(from.id);
    if (source === undefined) {
      this.#merged.push({ candidateId: from.id, group: into, reason });
      return;
    }
    // A candidate that no transaction has stored yet leaves no trace.
    this.#created.delete(from.id);
    this.newLeft.set(source, (this.newLeft.get(source) ?? 0) + 1);
  }
}
