import { Droptrack, type DroptrackOptions } from '@droptrack/sdk';
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeHidden } from './escape-hidden';
import { type Failure, failureOfStatus, FAILURES } from './api-failure';
import { requestedWaitMs } from './limit-pause';
import { dataHeaders } from './data-headers';
import type { DataView } from '../config/config';
import { STALE_HEADER } from './response-cache';

type Fetch = NonNullable<DroptrackOptions['fetch']>;

/** A call that a page has made, as a reader can repeat it. */
export interface ApiCall {
  /** TypeScript: `client.drops.list({ sort: 'ev' })`. */
  readonly typescript: string;
  /** HTTP method of its request. */
  method: string;
  /** Path and query of its request; empty until it is sent. */
  path: string;
  /** JSON body of its request. */
  body: string | null;
}

/** Address and key of the API, and `fetch` to reach it. */
export interface ApiAccess {
  readonly url: string;
  readonly key: string;
  readonly fetch: Fetch;
  /** Data to request; those of the key by default. */
  readonly data?: DataView;
  /** Header `traceparent` of the requests; none by default. */
  readonly traceparent?: string;
  /** Milliseconds of a clock that never steps back; none by default, and then the page has no time limit as a whole. */
  readonly uptimeMs?: () => number;
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

/** Time limit of a call, in milliseconds: a page is better incomplete than late. */
const TIMEOUT_MS = 4_000;
/** Time from the start of a page after which it sends no further call, in milliseconds. */
const PAGE_MS_MAX = 6_000;
/** Bounds of the wait that a page suggests after a failed call, in milliseconds. */
const RETRY_MS = { min: 3_000, max: 60_000 } as const;

/** One for all sessions: Node keeps each storage that was used, and copies its value to each asynchronous resource. */
const CURRENT_CALL = new AsyncLocalStorage<ApiCall>();

/**
 * The API for one page: a client of the SDK that records its calls, so that the page can show the very calls whose results
 * it contains.
 */
export class ApiSession {
  readonly client: Droptrack;
  readonly #calls: ApiCall[] = [];
  #asOf: string | null = null;
  #shortfall: Shortfall | null = null;

  constructor({ url, key, fetch, data = 'live', traceparent, uptimeMs = () => 0 }: ApiAccess) {
    const startedMs = uptimeMs();
    const client = new Droptrack({
      apiKey: key,
      baseUrl: url,
      timeoutMs: TIMEOUT_MS,
      maxRetries: 0,
      headers: { ...dataHeaders(data), ...(traceparent !== undefined && { traceparent }) },
      fetch: async (target, init) => {
        this.#record(target, init);
        try {
          if (uptimeMs() - startedMs >= PAGE_MS_MAX) throw new Error('The page has taken too long already');
          const response = await fetch(target, init);
          this.#observe(response);
          return response;
        } catch (error) {
          this.#fallShort({
            cause: 'outage',
            isEarlier: false,
            isIncomplete: true,
            retryAfterSeconds: RETRY_MS.min / 1_000,
          });
          throw error;
        }
      },
    });
    this.client = recorded(client, 'client', (typescript, run) => {
      const call: ApiCall = { typescript, method: 'GET', path: '', body: null };
      this.#calls.push(call);
      return CURRENT_CALL.run(call, run);
    });
  }

  /** Calls in the order in which they were made. */
  get calls(): readonly ApiCall[] {
    return this.#calls;
  }

  /** Oldest instant up to which a result is complete; null before the first one. */
  get asOf(): string | null {
    return this.#asOf;
  }

  /** Null while all results are current. */
  get shortfall(): Shortfall | null {
    return this.#shortfall;
  }

  #record(url: string, { method, body }: RequestInit): void {
    const call = CURRENT_CALL.getStore();
    // A call may send further requests, such as the pages of a list: the first is the one that a reader repeats.
    if (call === undefined || call.path !== '') return;
    const { pathname, search } = new URL(url);
    call.method = method ?? 'GET';
    call.path = `${pathname}${search}`;
    call.body = typeof body === 'string' ? body : null;
  }

  #observe(response: Response): void {
    const { headers, status } = response;
    const asOf = headers.get('x-data-as-of');
    if (asOf !== null && (this.#asOf === null || asOf < this.#asOf)) this.#asOf = asOf;
    const [word, seconds] = headers.get(STALE_HEADER)?.split(' ') ?? [];
    const earlier = FAILURES.find((failure) => failure === word);
    if (earlier !== undefined) {
      this.#fallShort({ cause: earlier, isEarlier: true, isIncomplete: false, retryAfterSeconds: Number(seconds) });
    }
    const cause = failureOfStatus(status);
    if (cause === null) return;
    const retryAfterSeconds = Math.ceil(requestedWaitMs(response, RETRY_MS) / 1_000);
    this.#fallShort({ cause, isEarlier: false, isIncomplete: true, retryAfterSeconds });
  }

  #fallShort(added: Shortfall): void {
    const known = this.#shortfall ?? added;
    this.#shortfall = {
      cause: FAILURES.indexOf(added.cause) > FAILURES.indexOf(known.cause) ? added.cause : known.cause,
      isEarlier: known.isEarlier || added.isEarlier,
      isIncomplete: known.isIncomplete || added.isIncomplete,
      retryAfterSeconds: Math.max(known.retryAfterSeconds, added.retryAfterSeconds),
    };
  }
}

type Run = <T>(typescript: string, run: () => T) => T;

/** Client whose methods run in `run`, which receives the call as TypeScript. */
function recorded<T extends object>(target: T, name: string, run: Run): T {
  return new Proxy(target, {
    get(_, member) {
      const value: unknown = Reflect.get(target, member, target);
      const path = `${name}.${String(member)}`;
      if (typeof value === 'function') {
        return (...args: unknown[]): unknown =>
          run(`${path}(${args.map(printed).join(', ')})`, () =>
            (value as (...args: unknown[]) => unknown).apply(target, args),
          );
      }
      return typeof value === 'object' && value !== null ? recorded(value, path, run) : value;
    },
  });
}

/** A value as TypeScript. */
function printed(value: unknown): string {
  if (typeof value === 'string') return printedText(value);
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${IDENTIFIER.test(key) ? key : printedText(key)}: ${printed(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const IDENTIFIER = /^[a-z_$][\w$]*$/i;

/** Text as a literal of TypeScript. Characters that are invisible or reorder text are escaped. */
const printedText = (text: string): string => `'${escapeHidden(text.replaceAll('\\', '\\\\').replaceAll("'", "\\'"))}'`;
