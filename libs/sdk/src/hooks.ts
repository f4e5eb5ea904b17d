import type { DroptrackError } from './errors';
import type { Log, LogLevel } from './logger';

/** Attempt of a call. */
export interface RequestInfo {
  /** HTTP method, such as `GET`. */
  readonly method: string;
  /**
   * Path without the query, such as `/v1/drops/linea`. Wallets, their prefixes, tokens and other texts of 30 or more letters
   * and digits are replaced by `…`.
   */
  readonly path: string;
  /** Number of the attempt; 1 is the first. */
  readonly attempt: number;
}

/** Response to an attempt, of any status. */
export interface ResponseInfo extends RequestInfo {
  /** HTTP status. 304 for a body that {@link ResponseCache} has. */
  readonly status: number;
  /** Request id (`X-Request-Id`); null when the response has none. */
  readonly requestId: string | null;
  /** Time from the request to the end of the response, or to the start of a streamed one, in milliseconds. */
  readonly durationMs: number;
}

/** Failed attempt that is retried. */
export interface RetryInfo extends RequestInfo {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Request id (`X-Request-Id`); null without a response, or when it has none. */
  readonly requestId: string | null;
  /** {@link ConnectionError} or {@link TimeoutError}, of a stream also the error of its response; null for a response. */
  readonly error: DroptrackError | null;
  /** Wait before the next attempt, in seconds. */
  readonly delaySeconds: number;
}

/**
 * Functions that observe calls, such as for metrics. They run before the call goes on, which does not wait for a promise. A
 * hook that throws or rejects does not affect the call: it is logged with the level `error`.
 */
export interface Hooks {
  /** Runs before each attempt. */
  onRequest?: ((request: RequestInfo) => unknown) | undefined;
  /** Runs after each response, of any status. */
  onResponse?: ((response: ResponseInfo) => unknown) | undefined;
  /** Runs before the wait for a retry. */
  onRetry?: ((retry: RetryInfo) => unknown) | undefined;
}

/** Reports an event of a call to the log and to a hook. */
export type Observe = <Name extends keyof Hooks>(
  name: Name,
  info: Parameters<NonNullable<Hooks[Name]>>[0],
  level: Exclude<LogLevel, 'off'>,
  text: string,
) => void;

/** @param redact - removes the API key from a text. */
export function createObserver(hooks: Hooks, log: Log, redact: (text: string) => string): Observe {
  return async (name, info, level, text) => {
    const call = `${info.method} ${info.path}`;
    log(level, `${call}: ${text}`);
    try {
      await hooks[name]?.(info as never);
    } catch (error) {
      log('error', `${call}: ${name} threw ${masked(redact(String(error)))}`);
    }
  };
}

/** Replaces the parts of a path that could be a wallet, a part of one, or a secret: none of them belongs into a log. */
export const masked = (path: string): string => path.replace(/(\/range\/)[^/]+/g, '$1…').replace(/[a-z\d]{30,}/gi, '…');
