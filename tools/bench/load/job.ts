import type { UnseenQueries } from '../queries/unseen-queries';

/** What is asked, as it goes over the wire. */
export type Requests =
  /** The same in turn. */
  | {
      readonly kind: 'again';
      readonly texts: readonly string[];
      /** Whether every answer must be as long as the first. */
      readonly isOneLength: boolean;
    }
  /** Never the same, beginning with the one that has a number. */
  | { readonly kind: 'unseen'; readonly queries: UnseenQueries; readonly from: number };

/** What the load process is told to do. */
export interface LoadJob {
  readonly port: number;
  readonly requests: Requests;
  /** Of every answer. */
  readonly status: number;
  /** Each has one request under way at any time. */
  readonly connections: number;
  readonly durationMs: number;
  /** Whose CPU time is counted over the same time. */
  readonly serverPid: number;
}

/** What came of it. */
export interface LoadResult {
  /** Whole answers with the status. */
  readonly answers: number;
  /** Requests that were sent, those included that were not counted. */
  readonly asked: number;
  readonly elapsedMs: number;
  /** CPU time of the load process itself. */
  readonly loadCpuMs: number;
  /** Null where the system does not tell. */
  readonly serverCpuMs: number | null;
  /** The first answer's. */
  readonly body: string;
}

/** A load whose requests are due at fixed times, however fast they are answered. */
export interface PacedJob extends LoadJob {
  /** Requests that fall due. */
  readonly perSecond: number;
}

/** How long answers took from when their requests were due, milliseconds. */
export interface PacedResult {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How late the load process itself was with requests that had a connection, 99 of 100. */
  readonly lateP99Ms: number;
}
