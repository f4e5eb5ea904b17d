import type { Json } from '../port';
import type { SourceError } from '../source-error';

/** Validators of a response, which make the next request conditional. Stored with the poll. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

/** Response with the status of a failure. */
export interface FailedResponse {
  readonly status: number;
  /** Its first 16 KiB as text; empty if it cannot be read. */
  readonly body: string;
  /** Wait that the host requests, in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Validators of the last response, for a conditional request. */
  readonly validators?: Validators | null;
  /** Limit after decompression; 4 MiB by default. */
  readonly bodyBytesMax?: number;
  /** Timeout from connecting to the last byte, including redirects; 10 s by default. Ends with the poll at the latest. */
  readonly timeoutMs?: number;
  /** JSON body of a POST. Redirects are followed only if they keep the method. */
  readonly json?: Json;
  /** Form body of a POST, `application/x-www-form-urlencoded`; never sent to another origin. */
  readonly form?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are accepted, such as 404. */
  readonly acceptStatuses?: readonly number[];
  /**
   * Error of a failure that the source explains in its body; null for that of its status. Not asked about a rate limit that the
   * headers state. A failure is one for the circuit breaker of the host in either case.
   */
  readonly explainFailure?: (failed: FailedResponse) => SourceError | null;
}

/** Response of a source. */
export type SourceResponse<Body> =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: Body;
      /** Null without validators, or if they could not be sent back. */
      readonly validators: Validators;
      /** Targets of the `Link` header, such as `next`; only of the same origin, as requests carry the same credentials. */
      readonly links: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'not_modified' };

/** HTTP client of one poll: limited in time, size and redirects, counted, and with circuit breakers. */
export interface SourceHttp {
  /** @throws {SourceError} */
  json(url: string, options?: RequestOptions): Promise<SourceResponse<unknown>>;
  /** Response decoded by its charset, UTF-8 by default. @throws {SourceError} */
  text(url: string, options?: RequestOptions): Promise<SourceResponse<string>>;
}

/** The client with a time limit for each request of JSON. @param timeoutMs - of the whole request. */
export const withTimeout = (http: SourceHttp, timeoutMs: number): SourceHttp => ({
  ...http,
  json: (url, options) => http.json(url, { ...options, timeoutMs }),
});
