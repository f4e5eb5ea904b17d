import { randomBytes } from 'node:crypto';
import { readTraceparent, SHORT_SOLANA_PREFIX } from '@droptrack/program';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Headers of a request, of HTTP/1 or 2. */
interface WithHeaders {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/**
 * Accepted forms of `X-Request-Id`: UUID (RFC 9562), ULID, trace id (W3C Trace Context §3.2.2.3), and our own.
 * An id is logged, so its form must leave no room for a wallet or an API key: 40 hexadecimal digits, 32 to 44 base58
 * characters, 40 characters.
 */
export const CLIENT_ID_PATTERN =
  /^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}|[0-9a-f]{32}|req_[A-Za-z0-9_-]{14,20})$/;

/**
 * Creates the function that returns the id of a request: the client's own if its form is accepted, else `req_`, 8 random
 * characters of this process and a counter. Ids are unique without a random number per request.
 */
export function requestIds(processId: string = randomBytes(6).toString('base64url')): (request: WithHeaders) => string {
  let count = 0;
  return ({ headers }) => {
    const own = headers['x-request-id'];
    if (typeof own === 'string' && isAccepted(own)) return own;
    count += 1;
    return `req_${processId}${count.toString(36).padStart(6, '0')}`;
  };
}

const isAccepted = (id: string): boolean => CLIENT_ID_PATTERN.test(id) && !id.startsWith(SHORT_SOLANA_PREFIX);

/** Trace id of a request; undefined if it is part of no trace, as most are. */
export const traceIdOf = ({ traceparent }: WithHeaders['headers']): string | undefined =>
  traceparent === undefined ? undefined : readTraceparent(traceparent)?.traceId;

/** Members of a line of the access log. Queries, headers and bodies are never logged: they may hold wallets or keys. */
interface LoggedRequest {
  /** Letters, digits, `_` and `-` ({@link requestIds}). */
  readonly requestId: string;
  readonly method: string;
  /** Pattern of the route, never the requested path. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** Id of the key of the request; undefined if none was known. */
  readonly keyId: string | undefined;
  /** Trace id of the request, 32 hexadecimal digits; undefined if it is part of no trace. */
  readonly traceId: string | undefined;
}

/** Writes a line per response with the text that the logger would write. No member needs escaping, so a template is enough. */
export class AccessLog {
  readonly #output: DestinationStream | null;
  /** Members of every line of the logger, as JSON. */
  readonly #bindings: string;
  #atMs = Number.NaN;
  #prefix = '';

  /** @param logger - its output and level apply; no line is written where the logger would not write `info`. */
  constructor(logger: Logger) {
    const { [pino.symbols.streamSym]: output } = logger as Logger & Record<symbol, DestinationStream>;
    this.#bindings = JSON.stringify(logger.bindings()).slice(1, -1);
    this.#output = logger.isLevelEnabled('info') && output !== undefined ? output : null;
  }

  record({ requestId, method, route, status, durationMs, keyId, traceId }: LoggedRequest): void {
    if (this.#output === null) return;
    const duration = Math.round(durationMs * 1_000) / 1_000;
    const key = keyId === undefined ? '' : `,"keyId":"${keyId}"`;
    const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`;
    this.#output.write(
      `${this.#linePrefix()}"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},` +
        `"durationMs":${duration}${key}${trace}}\n`,
    );
  }

  /** Lines of one millisecond have the same prefix. */
  #linePrefix(): string {
    const nowMs = Date.now();
    if (nowMs !== this.#atMs) {
      this.#atMs = nowMs;
      this.#prefix = `{"level":"info","time":"${new Date(nowMs).toISOString()}",${this.#bindings},`;
    }
    return this.#prefix;
  }
}

/** Lines are written in blocks of this many, or after this interval in milliseconds. */
const BLOCK = { lines: 100, flushMs: 500 } as const;
/** Largest single write, in bytes: a block has some 20 KB. */
const WRITE_BYTES_MAX = 65_536;

/** Standard output for many lines: buffers them and writes blocks without waiting. Call {@link flush} before the process exits. */
export class LineBuffer implements DestinationStream {
  readonly #output = pino.destination({ sync: false, maxWrite: WRITE_BYTES_MAX } as { sync: false });
  #lines: string[] = [];

  constructor() {
    setInterval(() => this.#writeBlock(), BLOCK.flushMs).unref();
  }

  write(line: string): void {
    if (this.#lines.push(line) >= BLOCK.lines) this.#writeBlock();
  }

  /** Writes all buffered lines and waits until they are written. */
  flush(): void {
    this.#writeBlock();
    this.#output.flushSync();
  }

  #writeBlock(): void {
    if (this.#lines.length === 0) return;
    const block = this.#lines.join('');
    this.#lines = [];
    this.#output.write(block);
  }
}
