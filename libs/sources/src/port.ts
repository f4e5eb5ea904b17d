import type { FinderId, Sighting } from '@droptrack/discovery';
import type { SignalId } from '@droptrack/scoring';
import type { SourceHttp } from './http/source-http';
import type { SourceError } from './source-error';

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Limits of the requests to a source, over all workers. */
export interface SourceLimits {
  /** Interval between runs about one subject, in milliseconds. */
  readonly intervalMs: number;
  /** Timeout of one run with all its requests. Above the timeout of a request, so that a host that hangs is detected. */
  readonly timeoutMs: number;
  readonly requestsPerMinute: number;
}

/** Input of one run. */
export interface SourceRun {
  /** HTTP client, which counts requests and aborts them at the end of the run. */
  readonly http: SourceHttp;
  /** Start of the run, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Input of one run about one subject. */
export interface SubjectRun extends SourceRun {
  /**
   * State that the last successful run about the same subject stored; null at first, and after a change of the query. The
   * source validates it, as another version may have written it.
   */
  readonly memory: Json | null;
}

/** Result of one run about one subject. */
export interface SubjectResult {
  /** State for the next run, up to 256 KiB as JSON; null for none. */
  readonly memory: Json | null;
}

/** A source of any kind. Any state that it holds may be lost by a restart. */
export interface Source<Run extends SourceRun, Result> {
  /** Unique among the sources of its kind. */
  readonly id: string;
  readonly limits: SourceLimits;
  /** @throws {SourceError} if a request failed, or a response is not of the expected shape. */
  read(run: Run): Promise<Result>;
}

/** Limits of polls. */
export interface PollLimits extends SourceLimits {
  /** Concurrency limit of the polls of this source per worker. */
  readonly concurrency: number;
  /** Burst after a pause; at least 1. Each page of a poll counts. */
  readonly requestBurst: number;
}

/** Source of signals, polled per drop. */
export interface Connector<Query = unknown> extends Source<Poll<Query>, Collected> {
  readonly limits: PollLimits;
  /**
   * Parses the query below `sources` in a catalogue file.
   *
   * @throws {SourceQueryError} with a message for the author of the file.
   */
  parseQuery(declared: unknown): Query;
}

/** Input of one poll of a source about one drop. */
export interface Poll<Query> extends SubjectRun {
  readonly query: Query;
}

/** Reading of one signal of a drop. */
export interface ObservedReading {
  readonly signal: SignalId;
  /** In the unit of the signal, 0 or above; fractions are at most 1. */
  readonly value: number;
  /** Instant at which it was observed, milliseconds since the epoch; not after the response. */
  readonly observedAtMs: number;
}

/** Result of a poll. */
export interface Collected extends SubjectResult {
  /** Empty if the source responded without a value, which is no failure. */
  readonly readings: readonly ObservedReading[];
  /** Set if the source has more to read than one poll may: the next polls continue, and return the readings. */
  readonly unfinished?: Unfinished;
}

/** Work that the next poll continues. */
export interface Unfinished {
  /** Time until the next poll, in milliseconds. */
  readonly continueAfterMs: number;
  /** Progress for operators, with the time that the rest takes. */
  readonly progress: string;
}

/** Reader of the prices of tokens, of several in one run. */
export interface PriceReader extends Source<PriceRun, TokenPrices> {
  readonly limits: PollLimits;
  /** Most tokens of one run. */
  readonly tokensMax: number;
}

/** Input of one run of the prices of tokens. */
export interface PriceRun extends SourceRun {
  /** CAIP-19 ids, each with the state that its last run stored; null at first. */
  readonly tokens: ReadonlyMap<string, Json | null>;
}

/** A result for each token; an error for a token whose price is invalid. */
export type TokenPrices = ReadonlyMap<string, TokenPriced | SourceError>;

/** Result for one token. */
export interface TokenPriced extends SubjectResult {
  /** Null if the source has none that can be relied on. */
  readonly price: TokenPrice | null;
  /** Reason for which there is no price, such as `the price is 5 h old`; null with one. */
  readonly reason: string | null;
}

/** Price of a token as the source states it. */
export interface TokenPrice {
  /** USD, above 0. */
  readonly usd: number;
  /** Instant of the price, milliseconds since the epoch; not after the response. */
  readonly observedAtMs: number;
  /** Public URL that states it, without the token's neighbours in the request. */
  readonly url: string;
}

/** Limits of a finder. One worker at a time runs it, and spaces its requests evenly. */
export interface FinderLimits extends SourceLimits {
  /** Maximum number of requests of one run; each page and each redirect counts. */
  readonly requestsMax: number;
}

/** Finder of drops at one source, whose id has the chain for sources of several chains, such as `evm-campaigns/ethereum`. */
export interface Finder extends Source<FinderRun, Found> {
  readonly source: FinderId;
  readonly limits: FinderLimits;
  /** Origins, such as `http://127.0.0.1:8545`, that the operator configured; requests to other private addresses are rejected. */
  readonly origins: readonly string[];
}

/** Input of one run of a finder. */
export interface FinderRun extends SubjectRun {
  /** Start of the last successful run, milliseconds since the epoch; null for the first one. */
  readonly sinceMs: number | null;
}

/** Result of a run of a finder. */
export interface Found extends SubjectResult {
  /** Each external id at most once. */
  readonly sightings: readonly Sighting[];
  /** External ids of earlier sightings that no longer exist, such as campaigns that a reorganisation removed. */
  readonly gone: readonly string[];
  /** Set if the next runs continue: progress for operators, with the time that the rest takes. */
  readonly progress?: string;
}
