import type { AllocationPart } from './eligibility';
import type { HypePoint } from './hype';

/** Media type of a bulk snapshot: one JSON object a line, the last of them the end line. */
export const NDJSON_TYPE = 'application/x-ndjson';

/** Name of the header in which a snapshot of a list says which version it is of. */
export const LIST_VERSION_HEADER = 'X-List-Version';

/**
 * Rows of a bulk snapshot that one token of the key's bucket pays for. A transfer of n rows takes ⌈n / rows⌉ tokens, at
 * least one.
 */
export const SNAPSHOT_ROWS_PER_TOKEN = { drops: 100, hype: 20, allocations: 400 } as const;

/** Last line of a bulk snapshot. A transfer without it was cut. */
export interface SnapshotEnd {
  /** What the rows are held against. */
  _end: {
    /** Lines before this one. @asType integer @minimum 0 */
    rows: number;
    /** Of all bytes of this transfer before this line, as they were before compression. @pattern ^[0-9a-f]{64}$ */
    sha256: string;
  };
}

/** One wallet of an allocation list. */
export interface AllocationRow {
  /** EVM in lower case, or Solana. @maxLength 64 */
  wallet: string;
  /** Base units, an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Place in the list's tree, where the list has one. @asType integer @nullable @minimum 0 */
  index: number | null;
  /** Empty where the list gives one sum only. */
  breakdown: AllocationPart[];
}

/** The score of one full hour, as it was computed then. */
export interface HypeHistoryPoint {
  /** The full UTC hour. @format date-time */
  t: string;
  /** When it was written; never changed since. @format date-time */
  recorded_at: string;
  /** All contributions and the prior, rounded. @asType integer @minimum 0 @maximum 100 */
  score: number;
  /** How much of the weight had fresh readings. @minimum 0 @maximum 1 */
  confidence: number;
  /** What stands in for readings that are missing. @minimum 0 @maximum 25 */
  prior: number;
  /** Version of the rules that made it. */
  ruleset: string;
  /** Only signals that had a reading. */
  signals: HypePoint['signals'];
}

/** Query of GET /v1/snapshots/drops. */
export interface DropsSnapshotQuery {
  /** RFC 3339; the catalogue as it stood then. Not in the future, nor before the history that is kept. */
  as_of?: string;
  /** Id of the last drop of a transfer that was cut: goes on behind it. */
  after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/hype. */
export interface HypeSnapshotQuery {
  /** RFC 3339; no hour before it. */
  from?: string;
  /** RFC 3339; no hour after it. */
  to?: string;
  /** `t` of the last point of a transfer that was cut: goes on behind it. */
  after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/allocations. */
export interface AllocationsSnapshotQuery {
  /** Only this version of the list; another one in force is 404. @asType integer */
  version?: number;
  /** The last wallet of a transfer that was cut: goes on behind it. */
  after?: string;
}
