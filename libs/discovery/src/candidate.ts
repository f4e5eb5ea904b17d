import { type FinderId, rankOfName } from './finders';
import type { Sighting } from './sighting';

/** States of a candidate. `accepted`, `rejected` and `merged` are decisions, which nothing automatic changes. */
export const CANDIDATE_STATES = ['new', 'watched', 'accepted', 'rejected', 'merged'] as const;
export type CandidateState = (typeof CANDIDATE_STATES)[number];

/** True for a candidate that waits for a decision. */
export const isOpen = (state: CandidateState): boolean => state === 'new' || state === 'watched';

/** A sighting with the times at which its source had it, RFC 3339 UTC with milliseconds. */
export interface StoredSighting {
  readonly source: FinderId;
  readonly sighting: Sighting;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Since when its source no longer has it; null while it has. */
  readonly goneAt: string | null;
}

/**
 * States of the list of a campaign: not yet checked (`pending`), its root equals that of the contract (`verified`), active
 * for the drop (`loaded`), of another root (`rejected`), or not readable (`unavailable`).
 */
export const CAMPAIGN_LIST_STATES = ['pending', 'verified', 'loaded', 'rejected', 'unavailable'] as const;
export type CampaignListState = (typeof CAMPAIGN_LIST_STATES)[number];

/** Check of the list of a campaign against the root on its chain; figures are null until a list is verified. */
export interface CampaignListView {
  /** CAIP-10 account of the campaign. */
  readonly contract: string;
  readonly state: CampaignListState;
  /** Of `rejected` and `unavailable`. */
  readonly reason: string | null;
  readonly wallets: number | null;
  /** Base units, exact decimal strings: the sum of the list, tokens of the contract, and the part not yet claimed. */
  readonly total: string | null;
  readonly balance: string | null;
  readonly unclaimed: string | null;
  /** Of the file, 64 lower-case hex digits. */
  readonly sha256: string | null;
  /** RFC 3339 UTC with milliseconds. */
  readonly checkedAt: string | null;
}

/** The sightings of one real drop, for the review by an operator. */
export interface CandidateView {
  readonly id: number;
  readonly state: CandidateState;
  /** Of the decision or the watch; null for `new`. */
  readonly reason: string | null;
  readonly decidedBy: string | null;
  /** RFC 3339 UTC with milliseconds, like the other times. */
  readonly decidedAt: string | null;
  /** Of the sighting that names it best, see {@link bestName}. */
  readonly name: string;
  /** Candidate that took its sightings; for `merged` only. */
  readonly mergedInto: number | null;
  /** For `accepted` only. */
  readonly dropId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of at most one contract, in the order of first sight. Empty for `merged`. */
  readonly sightings: readonly StoredSighting[];
  /** List of its campaign; null without one. */
  readonly list: CampaignListView | null;
}

/** Identity of a drop of the catalogue, by which sightings are recognised as known or as imitations. */
export interface KnownDrop {
  readonly id: string;
  readonly name: string;
  readonly symbol: string | null;
  /** CAIP-19. */
  readonly token: string | null;
  /** CAIP-10 account of the distributor. */
  readonly contract: string | null;
  readonly defillama: string | null;
  readonly market: string | null;
}

/** True if the sources of all its sightings no longer have them, such as after a reorganisation. */
export const isGone = ({ sightings }: Pick<CandidateView, 'sightings'>): boolean =>
  sightings.length > 0 && sightings.every(({ goneAt }) => goneAt !== null);

/** Name of a candidate: that of the most trusted source, the first of equals. */
export function bestName(sightings: readonly { readonly source: FinderId; readonly name: string }[]): string | null {
  const [best] = [...sightings].sort((a, b) => rankOfName(a.source) - rankOfName(b.source));
  return best?.name ?? null;
}
