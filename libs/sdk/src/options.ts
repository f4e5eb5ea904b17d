import { UsageError } from './errors';
import { rootUrl } from './url';

/** Sends a request; the platform's `fetch`, or anything that can stand in for it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Waits some milliseconds; may end early, either way, when `signal` fires. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** What any single call can be given. */
export interface CallOptions {
  /** Ends the call, its waits, its retries and the walk over its pages, with {@link AbortError}. */
  signal?: AbortSignal | undefined;
  /** Longest time an attempt may take, its body included, in milliseconds: above 0, at most 2 147 483 647. */
  timeoutMs?: number | undefined;
  /** Sent as well. `Authorization`, `Accept` and, with a body, `Content-Type` stay the SDK's own. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What a client is made of. */
export interface DroptrackOptions {
  /** Secret: it stays in the client and shows in no message, log or JSON. */
  apiKey: string;
  /** Where the API is, such as `https://api.example.com`; `/v1` at the end is allowed. Redirects are not followed. */
  baseUrl: string;
  /**
   * How often a call is tried again after 408, 429, 5xx or a lost connection: 0 or more, 2 when not given. What would be
   * done twice, such as making or changing a webhook, only after 429.
   */
  maxRetries?: number | undefined;
  /** Longest time an attempt may take, in milliseconds; 30 000 when not given. */
  timeoutMs?: number | undefined;
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** For tests, proxies and other platforms; the global `fetch` when not given. */
  fetch?: Fetch | undefined;
  /** For tests; the wait before a retry. */
  sleep?: Sleep | undefined;
  /** Whoever opens the page can read the key. True only where that is no loss, such as a page on your own machine. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options that were checked, with their defaults filled in. */
export interface Config {
  readonly apiKey: string;
  /** Address without `/v1` and without a slash at its end. */
  readonly root: string;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  /** Sent with every call; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly sleep: Sleep;
  /** Takes the key out of a text. */
  readonly redact: (text: string) => string;
}

/** The longest time that `setTimeout` can wait: 2^31 - 1 ms. */
const TIMEOUT_MS_MAX = 2_147_483_647;

/** @throws {UsageError} when an option cannot work; its message never has the key in it. */
export function resolveOptions(options: DroptrackOptions): Config {
  const {
    maxRetries = 2,
    timeoutMs = 30_000,
    headers = {},
    fetch = (url: string, init: RequestInit) => globalThis.fetch(url, init),
    sleep = sleepFor,
    dangerouslyAllowBrowser,
    ...given
  } = { ...options };
  if (isBrowser() && dangerouslyAllowBrowser !== true) {
    throw new UsageError('In a browser everybody can read the API key; call the API from a server of yours');
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new UsageError('maxRetries must be an integer of 0 or more');
  }
  const apiKey = checkApiKey(given.apiKey);
  const root = rootUrl(given.baseUrl);
  const redact = (text: string): string => text.replaceAll(apiKey, '[API key]');
  const common = sendable(headers, redact);
  return { apiKey, root, maxRetries, timeoutMs: checkTimeout(timeoutMs), headers: common, fetch, sleep, redact };
}

/** @throws {UsageError} when a timer cannot wait that long. */
export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MAX) return timeoutMs;
  throw new UsageError(`timeoutMs must be above 0 and at most ${TIMEOUT_MS_MAX}`);
}

/**
 * Headers as they are sent, names in lower case: of one that is given twice the last counts.
 *
 * @throws {UsageError} for what no header can be, without the platform's error, which quotes the value, and so a secret
 *   that somebody read with its line end.
 */
export function sendable(given: Readonly<Record<string, string>>, redact: Config['redact']): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      throw new UsageError(redact(`The header ${JSON.stringify(name)} has a name or value that cannot be sent`));
    }
  }
  return Object.fromEntries(headers);
}

/** The type says it is a text, but it often comes from an environment variable that is not set. */
function checkApiKey(apiKey: unknown): string {
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw new UsageError('apiKey is missing; pass the key that starts with dtk_');
  }
  // What a bearer token may be (RFC 6750 §2.1). Anything else the platform would refuse as a header, with a message
  // that has the key in it, or JSON would write otherwise, so that it could not be told in an answer that repeats it.
  if (!/^[\w.~+/-]+=*$/.test(apiKey)) {
    throw new UsageError('apiKey has characters that no key has; look for spaces or line ends around it');
  }
  return apiKey;
}

/** A page, or a worker of one. */
export const isBrowser = (): boolean =>
  ('window' in globalThis && 'document' in globalThis) || 'importScripts' in globalThis;

function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
  });
}
