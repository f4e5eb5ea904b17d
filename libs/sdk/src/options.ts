import { UsageError } from './errors';
import { createObserver, type Hooks, type Observe } from './hooks';
import { createLog, type Logger, type LogLevel } from './logger';
import { environmentValue, isBrowser, userAgent } from './platform';
import type { ResponseCache } from './response-cache';
import { rootUrl } from './url';

/** Sends a request: the platform's `fetch`, or a compatible function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Waits `ms` milliseconds. It can resolve or reject early when `signal` is aborted. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including its waits, retries and iteration over pages, with {@link AbortError}. */
  signal?: AbortSignal | undefined;
  /**
   * Timeout of one attempt, including the response body, in milliseconds: above 0, at most 2 147 483 647. Default: the
   * client's `timeoutMs`.
   */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of this call: 0 or more. Default: the client's `maxRetries`. */
  maxRetries?: number | undefined;
  /** Additional headers. They do not override `Authorization`, `Accept` and, with a body, `Content-Type`. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** HTTP method of {@link Connection.request}. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Options of {@link Connection.request}. */
export interface RequestOptions extends CallOptions {
  /** Query parameters. Arrays are sent as comma-separated lists; null and undefined are omitted. */
  query?: object | undefined;
  /** JSON body. Error messages and logs never contain it. */
  body?: object | undefined;
}

/** Options of a client. */
export interface DroptrackOptions extends Hooks {
  /**
   * API key, such as `dtk_…`. Default: the environment variable `DROPTRACK_API_KEY`. A secret: it never appears in error
   * messages, logs or JSON of this package.
   */
  apiKey?: string | undefined;
  /**
   * URL of the API, such as `https://api.example.com`, with or without a trailing `/v1`. Default: the environment variable
   * `DROPTRACK_BASE_URL`. Redirects are not followed.
   */
  baseUrl?: string | undefined;
  /**
   * Maximum number of retries after status 408, 429, 5xx, a timeout or a lost connection: 0 or more. Default: 2. Calls
   * that are not idempotent, such as the update of a webhook endpoint, are only retried after 429.
   */
  maxRetries?: number | undefined;
  /** Timeout of one attempt, including the response body, in milliseconds. Default: 30 000. */
  timeoutMs?: number | undefined;
  /** Additional headers of every call. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Receiver of log lines. They contain no key, no body, no query and no wallet. Default: `console`. */
  logger?: Logger | undefined;
  /** Minimum level of log lines. Default: the environment variable `DROPTRACK_LOG`, or `warn`. */
  logLevel?: LogLevel | undefined;
  /** Memory of responses, which the API then need not send again while they are unchanged. Default: none. */
  cache?: ResponseCache | undefined;
  /** Replacement for the global `fetch`, for tests, proxies and other platforms. */
  fetch?: Fetch | undefined;
  /** Replacement for the wait before a retry, for tests. */
  sleep?: Sleep | undefined;
  /**
   * Allows the client in a browser. Every visitor of the page can read the API key, so set it to true only for pages
   * without other visitors, such as a page on your own machine. Default: false.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Validated options with defaults. */
export interface Config {
  readonly apiKey: string;
  /** URL without a trailing `/v1` or slash. */
  readonly root: string;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  /** Headers of every call, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cache: ResponseCache | undefined;
  readonly fetch: Fetch;
  readonly sleep: Sleep;
  readonly observe: Observe;
  /** Removes the API key from a text. */
  readonly redact: (text: string) => string;
}

/** Maximum delay of `setTimeout`: 2^31 - 1 ms. */
const TIMEOUT_MS_MAX = 2_147_483_647;

/** @throws {@link UsageError} for a missing or invalid option; its message never contains the API key. */
export function resolveOptions(options: DroptrackOptions): Config {
  const {
    // An empty key stays empty: a server that passes the key of a visitor must not use its own instead.
    apiKey: givenKey = environmentValue('DROPTRACK_API_KEY'),
    baseUrl = environmentValue('DROPTRACK_BASE_URL'),
    maxRetries = 2,
    timeoutMs = 30_000,
    headers = {},
    cache,
    logger = console,
    fetch = (url: string, init: RequestInit) => globalThis.fetch(url, init),
    sleep = sleepFor,
  } = options;
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
    throw new UsageError(
      'In a browser every visitor can read the API key; call the API from your server, or set dangerouslyAllowBrowser',
    );
  }
  const apiKey = checkApiKey(givenKey);
  const redact = (text: string): string => text.replaceAll(apiKey, '[API key]');
  return {
    apiKey,
    root: rootUrl(baseUrl),
    maxRetries: checkRetries(maxRetries),
    timeoutMs: checkTimeout(timeoutMs),
    headers: sendable({ ...userAgent(), ...headers }, redact),
    cache,
    fetch,
    sleep,
    observe: createObserver(options, createLog(logger, options.logLevel), redact),
    redact,
  };
}

/** @throws {@link UsageError} */
export function checkRetries(maxRetries: number): number {
  if (Math.floor(maxRetries) === maxRetries && maxRetries >= 0) return maxRetries;
  throw new UsageError('maxRetries must be an integer of 0 or more');
}

/** @throws {@link UsageError} for a timeout that `setTimeout` does not support. */
export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MAX) return timeoutMs;
  throw new UsageError(`timeoutMs must be above 0 and at most ${TIMEOUT_MS_MAX}`);
}

/**
 * Normalizes headers to lower-case names. The last value of a repeated name wins.
 *
 * @throws {@link UsageError} for an invalid name or value. It has no `cause`: the platform's error quotes the value, which may
 *   be a secret that was read together with its line break.
 */
export function sendable(given: Readonly<Record<string, string>>, redact: Config['redact']): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      throw new UsageError(redact(`The header ${JSON.stringify(name)} has an invalid name or value`));
    }
  }
  return Object.fromEntries(headers);
}

/** Rejects values other than strings too, which plain JavaScript can pass. */
function checkApiKey(apiKey: unknown): string {
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw new UsageError('apiKey is missing; pass the key that starts with dtk_, or set DROPTRACK_API_KEY');
  }
  // Syntax of a bearer token (RFC 6750 §2.1). Other characters make the platform reject the header with a message that
  // contains the key, or are escaped in JSON, which would hide the key from redaction in a response that echoes it.
  if (!/^[\w.~+/-]+=*$/.test(apiKey)) {
    throw new UsageError('apiKey has invalid characters; check for spaces or line breaks around it');
  }
  return apiKey;
}

function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
  });
}
