import type { SignalId } from '@droptrack/scoring';
import type { SourceHttp } from './http/source-http';

/** Ids of the sources, as used in catalogue files. The tenth signal, the calendar, has no source. */
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

/** Reading of one signal of a drop. */
export interface ObservedReading {
  readonly signal: SignalId;
  /** In the unit of the signal, 0 or above; fractions are at most 1. */
  readonly value: number;
  /** Instant at which it was observed, milliseconds since the epoch; not after the response. */
  readonly observedAtMs: number;
}

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Limits of the requests to a source. */
export interface SourceLimits {
  /** Interval between polls of a drop, in milliseconds. */
  readonly intervalMs: number;
  /** Timeout of one poll with all its requests. Above the timeout of a request, so that a host that hangs is detected. */
  readonly pollTimeoutMs: number;
  /** Concurrency limit of the polls of this source per worker. */
  readonly concurrency: number;
  /** Rate limit over all workers; each page of a poll counts. */
  readonly requestsPerMinute: number;
  /** Burst after a pause; at least 1. */
  readonly requestBurst: number;
}

/** Input of one poll of a source about one drop. */
export interface Poll<Query> {
  readonly query: Query;
  /** State stored by the previous poll of the same drop and query; null at first, and after a change of the query. */
  readonly memory: Json | null;
  /** HTTP client, which counts requests and aborts them at the end of the poll. */
  readonly http: SourceHttp;
  /** Start of the poll, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Result of a poll. */
export interface Collected {
  /** Empty if the source responded without a value, which is no failure. */
  readonly readings: readonly ObservedReading[];
  /** State for the next poll, up to 256 KiB as JSON; null for none. */
  readonly memory: Json | null;
}

/** Connector to one source, polled per drop. Any state that it holds may be lost by a restart. */
export interface Connector<Query = unknown> {
  readonly id: SourceId;
  readonly limits: SourceLimits;
  /**
   * Parses the query below `sources` in a catalogue file.
   *
   * @throws {SourceQueryError} with a message for the author of the file.
   */
  parseQuery(stated: unknown): Query;
  /**
   * @throws {SourceError} if the request failed, or the response is not of the expected shape.
   */
  collect(poll: Poll<Query>): Promise<Collected>;
}

/** Invalid query in a catalogue file. */
export class SourceQueryError extends Error {
  override readonly name = 'SourceQueryError';
}

/**
 * Kinds of failed requests:
 *
 * - `timeout`: no complete response in time.
 * - `network`: no connection.
 * - `down`: not sent, because the circuit breaker of the host is open.
 * - `rate_limited`: the source asked for a pause.
 * - `unauthorized`: the source rejected the key.
 * - `not_found`: the source does not have the requested object.
 * - `status`: any other error status.
 * - `too_large`: the response exceeds the size limit.
 * - `redirects`: too many redirects, or one that is not followed.
 * - `exhausted`: not sent, because the run of a finder has sent its maximum number of requests.
 * - `wrong_shape`: the response is truncated, is not JSON, or does not match the documentation of the source.
 */
export type SourceErrorKind =
  | 'timeout'
  | 'network'
  | 'down'
  | 'rate_limited'
  | 'unauthorized'
  | 'not_found'
  | 'status'
  | 'too_large'
  | 'redirects'
  | 'exhausted'
  | 'wrong_shape';

/** Failed request to a source, or an invalid response. Its message contains no key and no wallet. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(
    readonly kind: SourceErrorKind,
    message: string,
    /** Wait before the next request: as requested by the source, or until its breaker is half-open. Null if unknown. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
