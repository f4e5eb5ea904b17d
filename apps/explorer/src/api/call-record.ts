import { type Failure, failureOfStatus, FAILURES } from './api-failure';
import { requestedWaitMs } from './limit-pause';
import { AGE_HEADER, STALE_HEADER } from './response-cache';

/** A call that a page has made, as a reader can repeat it. */
export interface ApiCall {
  /** TypeScript: `client.drops.list({ sort: 'ev' })`. */
  readonly typescript: string;
  /** HTTP method of its request. */
  readonly method: string;
  /** Path and query of its request; empty until it is sent. */
  readonly path: string;
  /** JSON body of its request. */
  readonly body: string | null;
}

/** Difference of a page from the current and complete one, by failures of the API. */
export interface Shortfall {
  /** Of several reasons, the last one in the order of {@link FAILURES}. */
  readonly cause: Failure;
  /** True if data of an earlier state stand in. */
  readonly isEarlier: boolean;
  /** True if a call has failed, and the page may do without its data. */
  readonly isIncomplete: boolean;
  /** Time until the next attempt to read the current state, in seconds; 1 or more. */
  readonly retryAfterSeconds: number;
}

/** Bounds of the wait that a page suggests after a failed call, in milliseconds. */
const RETRY_MS = { min: 3_000, max: 60_000 } as const;

/** A call, with what its responses say beside their data. */
export class CallRecord implements ApiCall {
  method = 'GET';
  path = '';
  body: string | null = null;
  /** Oldest instant up to which a response is complete; null before the first one. */
  asOf: string | null = null;
  /** Null while all responses are current. */
  shortfall: Shortfall | null = null;
  /** Age of the oldest response when it was read, in milliseconds. */
  ageMs = 0;
  /** Length of all bodies. */
  characters = 0;

  constructor(readonly typescript: string) {}

  /** Notes a request. A call may send further ones, such as the pages of a list: the first is the one that a reader repeats. */
  request(url: string, { method, body }: RequestInit): void {
    if (this.path !== '') return;
    const { pathname, search } = new URL(url);
    this.method = method ?? 'GET';
    this.path = `${pathname}${search}`;
    this.body = typeof body === 'string' ? body : null;
  }

  observe({ headers, status }: Response): void {
    this.asOf = earliest(this.asOf, headers.get('x-data-as-of'));
    this.ageMs = Math.max(this.ageMs, Number(headers.get(AGE_HEADER)));
    this.characters += Number(headers.get('content-length'));
    const [word, seconds] = headers.get(STALE_HEADER)?.split(' ') ?? [];
    const earlier = FAILURES.find((failure) => failure === word);
    if (earlier !== undefined) {
      this.#fallShort({ cause: earlier, isEarlier: true, isIncomplete: false, retryAfterSeconds: Number(seconds) });
    }
    const cause = failureOfStatus(status);
    if (cause === null) return;
    const retryAfterSeconds = Math.ceil(requestedWaitMs({ headers }, RETRY_MS) / 1_000);
    this.#fallShort({ cause, isEarlier: false, isIncomplete: true, retryAfterSeconds });
  }

  /** Notes a request without a response. */
  lose(): void {
    const retryAfterSeconds = RETRY_MS.min / 1_000;
    this.#fallShort({ cause: 'outage', isEarlier: false, isIncomplete: true, retryAfterSeconds });
  }

  #fallShort(added: Shortfall): void {
    this.shortfall = joined(this.shortfall, added);
  }
}

/** The earlier one of two instants; null without any. */
export const earliest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

/** Both shortfalls as one; null without any. */
export function joined(a: Shortfall | null, b: Shortfall | null): Shortfall | null {
  if (a === null || b === null) return a ?? b;
  return {
    cause: FAILURES.indexOf(b.cause) > FAILURES.indexOf(a.cause) ? b.cause : a.cause,
    isEarlier: a.isEarlier || b.isEarlier,
    isIncomplete: a.isIncomplete || b.isIncomplete,
    retryAfterSeconds: Math.max(a.retryAfterSeconds, b.retryAfterSeconds),
  };
}
