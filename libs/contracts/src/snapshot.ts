import type { AllocationPart, TokenAllocation } from './eligibility';
import type { HypePoint } from './hype';

/** Media type of a bulk snapshot: one JSON object per line, followed by an end line. */
export const NDJSON_TYPE = 'application/x-ndjson';

/** Response header of an allocation snapshot with the version of the exported list. */
export const LIST_VERSION_HEADER = 'X-List-Version';

/** Rows of a bulk snapshot per rate-limit token. A transfer of n rows consumes ⌈n / rows⌉ tokens, at least one. */
export const SNAPSHOT_ROWS_PER_TOKEN = { drops: 100, hype: 20, allocations: 400 } as const;

/** Row count and checksum of a transfer. */
export interface SnapshotSummary {
  /** Number of lines before this one. @asType integer @minimum 0 */
  rows: number;
  /** SHA-256 of all uncompressed bytes of this transfer before this line. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
}

/** Last line of a bulk snapshot. A transfer without this line is incomplete. */
export interface SnapshotEnd {
  /** Row count and checksum of the transfer. */
  _end: SnapshotSummary;
}

/** One wallet of an allocation list. */
export interface AllocationRow {
  /** Wallet address: in lower case, but for those in base58. @maxLength 90 */
  wallet: string;
  /** Amount in base units, as an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Index of the wallet in the list's Merkle tree. Null without a tree. @asType integer @nullable @minimum 0 */
  index: number | null;
  /** Parts of the amount. Empty if the list publishes no breakdown. */
  breakdown: AllocationPart[];
  /** Amounts by token, of a list that states the token of each amount; then `amount` is 0. Absent for other lists. */
  tokens?: TokenAllocation[];
}

/** Hype score of one full UTC hour, as computed at that hour. */
export interface HypeHistoryPoint {
  /** Full UTC hour of the point. @format date-time */
  t: string;
  /** Time at which the point was recorded. A recorded point never changes. @format date-time */
  recorded_at: string;
  /** Hype score: the sum of all contributions and the prior, rounded. Null for a point that rests on no reading. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** Share of the total weight that rests on readings and the calendar, discounted by their age. @minimum 0 @maximum 1 */
  confidence: number;
  /** Points in place of the weight without readings. @minimum 0 @maximum 25 */
  prior: number;
  /** Attention compared with the usual level of the drop, which is 0. Null if no signal has momentum, and in rulesets 2026.1 and 2026.2. @asType integer @nullable @minimum -100 @maximum 100 */
  momentum: number | null;
  /** Version of the scoring rules that computed the point. */
  ruleset: string;
  /** Contributions by signal. Signals without a reading are omitted. */
  signals: HypePoint['signals'];
}

/** Query of GET /v1/snapshots/drops. */
export interface DropsSnapshotQuery {
  /** Exports the catalogue as of this RFC 3339 instant, which must be within the retained history and not in the future. */
  as_of?: string;
  /** Resumes an interrupted transfer after the drop with this id. */
  after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/hype. */
export interface HypeSnapshotQuery {
  /** Exports only points at or after this RFC 3339 instant. */
  from?: string;
  /** Exports only points at or before this RFC 3339 instant. */
  to?: string;
  /** Resumes an interrupted transfer after the point with this `t`. */
  after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/allocations. */
export interface AllocationsSnapshotQuery {
  /** Name of the list, such as `season-2`. Exports the unnamed list if absent. @maxLength 64 */
  list?: string;
  /** Exports only this version of the list; returns 404 `list_not_found` if another version is active. @asType integer */
  version?: number;
  /** Resumes an interrupted transfer after this wallet. */
  after?: string;
}
