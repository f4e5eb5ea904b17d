import { parseRetryAfter } from '@droptrack/resilience';
import { LRUCache } from 'lru-cache';
import { createSecureContext } from 'node:tls';
import type { Received } from './connection';
import { ConnectionPool, type PoolState } from './connection-pool';
import { Deadline } from './deadline';
import { type EndpointUrlViolation, type ParsedEndpointUrl, parseEndpointUrl } from './endpoint-url';
import { type FailedAt, failureMessage } from './failure-message';
import type { EgressPolicy } from './policy';
import { createResolver, type Resolver } from './resolve-vetted';
import { send } from './send';

/** Limits of deliveries; the defaults are those of production. */
export interface EgressOptions {
  /** Resolver; uses the name servers of the system by default. */
  readonly resolver?: Resolver;
  /** Trusted certificates instead of those of Node, PEM. */
  readonly ca?: readonly string[];
  /** Timeout of a whole delivery, from the DNS lookup to the last byte; 15 000 ms by default. */
  readonly timeoutMs?: number;
  /** Maximum age of a connection; 60 000 ms by default. A connection is not used for a delivery that could outlive it. */
  readonly connectionLifeMs?: number;
  /** Idle time after which a connection is closed, unless the receiver requests less; 10 000 ms by default. */
  readonly connectionIdleMs?: number;
  /** Connections per origin; 64 by default. A delivery that takes longer than `placeMs` no longer counts. */
  readonly connectionsPerOrigin?: number;
  /** Time after which a delivery no longer counts towards the limit of its origin; 1 000 ms by default. */
  readonly placeMs?: number;
  /** Connections kept open in total; 512 by default. More are open only while more deliveries are in flight. */
  readonly connectionsOpen?: number;
  /** Clock for dates in `Retry-After`; the system clock by default. */
  readonly nowMs?: () => number;
}

/** A delivery. */
export interface EgressRequest {
  readonly url: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Result of a delivery. It succeeded if the status is 2xx and there is no error. */
export interface EgressResult {
  /** Null if no response was received. */
  readonly statusCode: number | null;
  /** Reason of the failure, for the owner of the endpoint; null for a complete response with any status except 3xx. */
  readonly error: string | null;
  /** First 1 024 bytes of the response body, still encoded; null without a body. */
  readonly response: Uint8Array | null;
  /** Wait requested by `Retry-After`, up to a week. */
  readonly retryAfterMs: number | null;
  /** Whole milliseconds. */
  readonly durationMs: number;
}

/** The only way by which deliveries leave the process. */
export interface Egress {
  /** Sends a delivery. Failures of the receiver, its name servers or its URL are returned. @throws {EgressClosedError} */
  post(request: EgressRequest): Promise<EgressResult>;
  state(): PoolState;
  /** Waits for the deliveries in flight, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates the egress for deliveries. The URL is validated; for every new connection the name is resolved and all its
 * addresses are vetted, and only a vetted address is connected to. Redirects are failures; up to 16 KiB of a response are
 * read.
 *
 * If a reused connection turns out to be closed, the delivery is sent again on a new one: the receiver closed it while it
 * was idle. Deliveries carry an id, so that a receiver can recognize a duplicate.
 */
export function createEgress(policy: EgressPolicy, options: EgressOptions = {}): Egress {
  const { ca, resolver = createResolver(), timeoutMs = 15_000, nowMs = Date.now } = options;
  const { connectionLifeMs = 60_000, connectionIdleMs = 10_000 } = options;
  const { connectionsPerOrigin: perOrigin = 64, connectionsOpen: open = 512, placeMs = 1_000 } = options;
  const pool = new ConnectionPool({ perOrigin, open });
  const connecting = { policy, resolver, secureContext: createSecureContext(ca === undefined ? {} : { ca: [...ca] }) };
  const life = { lifeMs: connectionLifeMs, exchangeMs: timeoutMs, idleMs: connectionIdleMs };
  const parsed = new LRUCache<string, ParsedEndpointUrl>({ max: URLS_KEPT });
  const inFlight = new InFlight();

  const parse = (url: string): ParsedEndpointUrl => {
    const known = parsed.get(url);
    if (known !== undefined) return known;
    const result = parseEndpointUrl(url, policy);
    parsed.set(url, result);
    return result;
  };
  const post = async ({ url, headers, body }: EgressRequest): Promise<EgressResult> => {
    inFlight.begin();
    const startedMs = performance.now();
    const deadline = new Deadline(timeoutMs);
    try {
      const { endpoint, fault } = parse(url);
      if (fault !== null) return rejected(fault);
      const received = await send(
        endpoint,
        { path: endpoint.path, headers, body },
        { pool, connecting, life, deadline, placeMs },
      );
      return {
        statusCode: received.statusCode,
        error: errorOf(received, { step: deadline.step, timeoutMs }),
        response: received.body,
        retryAfterMs: parseRetryAfter(received.headers?.['retry-after'] ?? null, { nowMs, maxMs: RETRY_AFTER_MS_MAX }),
        durationMs: Math.round(performance.now() - startedMs),
      };
    } finally {
      deadline.clear();
      inFlight.end();
    }
  };
  const close = async (): Promise<void> => {
    await inFlight.close();
    pool.close();
  };
  return { post, state: () => pool.state(), close };
}

/** Longest wait that a `Retry-After` can request: a week. */
const RETRY_AFTER_MS_MAX = 7 * 86_400_000;
/** Parsed URLs in the cache: most deliveries go to URLs of earlier ones. */
const URLS_KEPT = 2_000;

const rejected = ({ detail }: EndpointUrlViolation): EgressResult => ({
  statusCode: null,
  error: detail,
  response: null,
  retryAfterMs: null,
  durationMs: 0,
});

function errorOf({ statusCode, failure }: Received, at: FailedAt): string | null {
  if (failure !== null) return failureMessage(failure, at);
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400;
  return isRedirect ? 'the response is a redirect, and redirects are not followed' : null;
}

/** A delivery after `close`. */
export class EgressClosedError extends Error {
  override readonly name = 'EgressClosedError';
}

/** Counter of deliveries in flight, to wait for the last one. */
class InFlight {
  #count = 0;
  #ended: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  /** @throws {EgressClosedError} */
  begin(): void {
    if (this.#closed !== null) throw new EgressClosedError('the egress is closed');
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#ended?.();
  }

  /** Rejects further deliveries, and resolves once none is in flight. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#ended = resolve;
      if (this.#count === 0) resolve();
    });
    return this.#closed;
  }
}
