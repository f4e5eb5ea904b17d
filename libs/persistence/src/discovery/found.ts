import type { FinderId, Sighting } from '@droptrack/discovery';

/** Result of one run of a finder. */
export interface FoundRecord {
  readonly source: FinderId;
  readonly sightings: readonly Sighting[];
  /** External ids of sightings that the source no longer has. */
  readonly gone: readonly string[];
  /** Start of the run, which is the time of its sights, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** Maximum number of new candidates of the source per UTC day. */
  readonly newPerDayMax: number;
}

/** A sighting that joined a candidate, or a candidate that became part of another one. */
interface RecordedMerge {
  /** Candidate that has the sighting now. */
  readonly candidateId: number;
  /** Such as `same token eip155:1/erc20:0x…`. */
  readonly reason: string;
}

/** Changes by one run of a finder. */
export interface FoundReport {
  /** Numbers of sightings: new, with another body, there again after they were gone, and gone. */
  readonly added: number;
  readonly changed: number;
  readonly returned: number;
  readonly gone: number;
  /** Ids of new candidates. */
  readonly candidates: readonly number[];
  readonly merges: readonly RecordedMerge[];
  /** Sightings of the source that wait for a candidate because of the limit per day. */
  readonly heldBack: number;
  /** Sightings outside the bounds, which are not stored. */
  readonly violations: readonly { readonly externalId: string; readonly violation: string }[];
}
