import type { Json, SourceHttp } from '@droptrack/connectors';
import type { FinderId, Sighting } from '@droptrack/discovery';

/** Limits of the requests of a finder. One worker at a time runs it, so they hold over all workers. */
export interface FinderLimits {
  /** Interval between runs, in milliseconds. */
  readonly intervalMs: number;
  /** Timeout of one run with all its requests. */
  readonly runTimeoutMs: number;
  /** Rate limit within a run; the next request waits. */
  readonly requestsPerMinute: number;
  /** Maximum number of requests of one run; each page and each redirect counts. */
  readonly requestsMax: number;
}

/** Input of one run of a finder. */
export interface FinderRun {
  /** Start of the last successful run, milliseconds since the epoch; null for the first one. */
  readonly sinceMs: number | null;
  /** State stored by the last successful run; null at first. Validated by the finder, as another version may have written it. */
  readonly memory: Json | null;
  /** HTTP client, which paces and counts requests and aborts them at the end of the run. */
  readonly http: SourceHttp;
  /** Start of the run, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Result of a run. */
export interface Found {
  /** Each external id at most once. */
  readonly sightings: readonly Sighting[];
  /** External ids of earlier sightings that no longer exist, such as campaigns that a reorganisation removed. */
  readonly gone: readonly string[];
  /** State for the next run, up to 256 KiB as JSON; null for none. */
  readonly memory: Json | null;
}

/** Finder of drops at one source. Any state that it holds may be lost by a restart. */
export interface Finder {
  /** Unique: the id of the source, with the chain for sources of several chains, such as `evm-campaigns/ethereum`. */
  readonly id: string;
  readonly source: FinderId;
  readonly limits: FinderLimits;
  /** Origins, such as `http://127.0.0.1:8545`, that the operator configured; requests to other private addresses are rejected. */
  readonly origins: readonly string[];
  /**
   * @throws {SourceError} if a request failed, or a response is not of the expected shape; its message names the path.
   */
  find(run: FinderRun): Promise<Found>;
}
