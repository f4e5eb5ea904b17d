import type { SignalId } from '@droptrack/scoring';
import type { SourceHttp } from './http/source-http';

/** Who can be asked, by the names that drops' files use. The tenth signal, the own calendar, needs nobody. */
export const SOURCE_IDS = [
  'farcaster',
  'defillama',
  'evm',
  'reddit',
  'rss',
  'coingecko',
  'github',
  'polymarket',
  'snapshot',
] as const;
export type SourceId = (typeof SOURCE_IDS)[number];

/** What a source said about one signal of a drop. */
export interface ObservedReading {
  readonly signal: SignalId;
  /** In the signal's own unit, 0 or above; of the fractions at most 1. */
  readonly value: number;
  /** When it was true, milliseconds since the epoch; not after the answer came. */
  readonly observedAtMs: number;
}

/** What can be kept as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** How a source may be burdened. */
export interface SourceLimits {
  /** A drop is asked about once in this many milliseconds. */
  readonly intervalMs: number;
  /** Of one poll with all its requests. More than one request may take: else a host that hangs is never found out. */
  readonly pollTimeoutMs: number;
  /** Polls of this source that one worker has under way at once. */
  readonly concurrency: number;
  /** Over all workers; pages of one poll count each. */
  readonly requestsPerMinute: number;
  /** Requests that may be made at once after a pause; at least 1. */
  readonly requestBurst: number;
}

/** One question to a source: what of one drop? */
export interface Poll<Query> {
  readonly query: Query;
  /** What the poll before of the same drop and query kept; null at first, and after the query changed. */
  readonly memory: Json | null;
  /** Counts requests, and ends them with the poll. */
  readonly http: SourceHttp;
  /** When the poll began, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** A source's answer. */
export interface Collected {
  /** Empty where the source answered and has no figure: that is no reading, and no failure. */
  readonly readings: readonly ObservedReading[];
  /** For the next poll, at most 256 KiB as JSON; null to keep nothing. */
  readonly memory: Json | null;
}

/** Asks one source about drops, one at a time. Holds no state that a restart may not lose. */
export interface Connector<Query = unknown> {
  readonly id: SourceId;
  readonly limits: SourceLimits;
  /**
   * Understands what a drop's file states below `sources`.
   *
   * @throws {SourceQueryError} in words for the person who wrote the file.
   */
  parseQuery(stated: unknown): Query;
  /**
   * @throws {SourceError} when the source could not be asked, or its answer not be understood.
   */
  collect(poll: Poll<Query>): Promise<Collected>;
}

/** What a drop's file states cannot be asked. */
export class SourceQueryError extends Error {
  override readonly name = 'SourceQueryError';
}
