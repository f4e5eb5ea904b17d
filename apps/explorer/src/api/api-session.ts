import { Droptrack, type DroptrackOptions } from '@droptrack/sdk';
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeHidden } from './escape-hidden';
import { STALE_HEADER, type StaleCause } from './response-cache';

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
  /** Header `traceparent` of the requests; none by default. */
  readonly traceparent?: string;
}

/** Reason for which a page shows an earlier state. */
export interface Stale {
  readonly cause: StaleCause;
  /** Time until the next attempt to read the current state, in seconds; 1 or more. */
  readonly retryAfterSeconds: number;
}

/** Time limit of a call, in milliseconds: a page is better incomplete than late. */
const TIMEOUT_MS = 4_000;

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
  #stale: Stale | null = null;

  constructor({ url, key, fetch, traceparent }: ApiAccess) {
    const client = new Droptrack({
      apiKey: key,
      baseUrl: url,
      timeoutMs: TIMEOUT_MS,
      maxRetries: 0,
      ...(traceparent !== undefined && { headers: { traceparent } }),
      fetch: async (target, init) => {
        this.#record(target, init);
        const response = await fetch(target, init);
        this.#observe(response.headers);
        return response;
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

  /** Reason of the result that is confirmed last, if one is a stored response; null otherwise. */
  get stale(): Stale | null {
    return this.#stale;
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

  #observe(headers: Headers): void {
    const asOf = headers.get('x-data-as-of');
    if (asOf !== null && (this.#asOf === null || asOf < this.#asOf)) this.#asOf = asOf;
    const stale = staleOf(headers.get(STALE_HEADER));
    if ((stale?.retryAfterSeconds ?? 0) > (this.#stale?.retryAfterSeconds ?? 0)) this.#stale = stale;
  }
}

function staleOf(header: string | null): Stale | null {
  if (header === null) return null;
  const [cause, seconds] = header.split(' ');
  return { cause: cause === 'limit' ? 'limit' : 'outage', retryAfterSeconds: Number(seconds) };
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
