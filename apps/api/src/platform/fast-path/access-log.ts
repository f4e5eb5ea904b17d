import type { DestinationStream, Logger } from 'pino';
import pino from 'pino';

/** What is noted of a request. */
export interface LoggedRequest {
  /** Letters, digits, `_` and `-`; of a form that holds neither a wallet nor a key (http/request-id.ts). */
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, never the path that was asked for. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** Of the key that asked; undefined where none was known. */
  readonly keyId: string | undefined;
}

/**
 * Writes a line of log for each request, as the logger would: put together by hand, since none of
 * its members needs escaping and a line a request is what a busy service writes most of.
 */
export class AccessLog {
  readonly #output: DestinationStream | null;
  #atMs = Number.NaN;
  #begin = '';

  /** @param logger - whose output and level are used; nothing is written where it would not write `info`. */
  constructor(logger: Logger) {
    const { [pino.symbols.streamSym]: output } = logger as Logger & Record<symbol, DestinationStream>;
    this.#output = logger.isLevelEnabled('info') && output !== undefined ? output : null;
  }

  answered({ requestId, method, route, status, durationMs, keyId }: LoggedRequest): void {
    if (this.#output === null) return;
    const duration = Math.round(durationMs * 1_000) / 1_000;
    const key = keyId === undefined ? '' : `,"keyId":"${keyId}"`;
    this.#output.write(
      `${this.#beginning()}"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},` +
        `"durationMs":${duration}${key}}\n`,
    );
  }

  /** The lines of one millisecond begin alike. */
  #beginning(): string {
    const nowMs = Date.now();
    if (nowMs !== this.#atMs) {
      this.#atMs = nowMs;
      this.#begin = `{"level":"info","time":"${new Date(nowMs).toISOString()}","service":"api",`;
    }
    return this.#begin;
  }
}
