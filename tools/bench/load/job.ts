import type { CheckedWallets, Checks } from '../lists/checks';
import type { UnseenQueries } from '../queries/unseen-queries';

/** The requests of a load, by number. */
export type Requests =
  | {
      readonly kind: 'repeated';
      readonly texts: readonly string[];
      /** True where every response must be as long as the first. */
      readonly isOneLength: boolean;
    }
  /** Queries that are never repeated. */
  | { readonly kind: 'unseen'; readonly queries: UnseenQueries }
  /** Checks of different wallets. */
  | { readonly kind: 'checks'; readonly checks: Checks }
  /** All drops of each of the wallets of such checks. */
  | { readonly kind: 'wallet_drops'; readonly wallets: CheckedWallets };

/** A request to the load process. */
export interface LoadJob {
  readonly port: number;
  readonly requests: Requests;
  /** Number of the first request. */
  readonly from: number;
  /** Status of every response. */
  readonly status: number;
  /** Status that a few responses may have instead, such as those for which an empty bucket got a token; null for none. */
  readonly otherStatus: number | null;
  /** Each has one request in flight. */
  readonly connections: number;
  readonly durationMs: number;
  /** Processes whose CPU time is counted over the same time, with those that they have started. */
  readonly serverPid: number;
  readonly databasePids: readonly number[];
  /** Requests due a second; null: as fast as they are answered. */
  readonly perSecond: number | null;
  /** Pause between two looks at the clock of requests that fall due, in milliseconds; 0, the default, polls it. */
  readonly tickMs?: number;
}

export interface LoadResult {
  /** Whole responses with the expected status. */
  readonly answers: number;
  /** Number of the first request that was not sent. */
  readonly next: number;
  readonly elapsedMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** 99th percentile of the delay that a paced load itself added; NaN for another. */
  readonly lateP99Ms: number;
  /** CPU time of the load process. */
  readonly loadCpuMs: number;
  /** NaN where the system does not report it. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  /** Body of the first response. */
  readonly body: string;
}
