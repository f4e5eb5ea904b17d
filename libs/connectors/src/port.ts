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
 * Why a source gave no answer:
 * `timeout` took too long · `network` could not be reached · `down` is not asked for now, as it failed too often ·
 * `rate_limited` wants to be left alone · `unauthorized` refused our key · `not_found` knows nothing of what was
 * asked · `status` another status than was hoped for · `too_large` · `redirects` too many, or to where we do not go ·
 * `wrong_shape` not JSON, cut off, or something else than its documentation says.
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
  | 'wrong_shape';

/** A source could not be asked, or its answer not be understood. Its message names no key and no wallet. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(
    readonly kind: SourceErrorKind,
    message: string,
    /** How long the source wants to be left alone, or is not asked; null where nobody said. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
