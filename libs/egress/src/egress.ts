import { parseRetryAfter } from '@droptrack/resilience';
import { LRUCache } from 'lru-cache';
import { createSecureContext } from 'node:tls';
import { ConnectionPool, type PoolState } from './connection-pool';
import { Deadline } from './deadline';
import type { EndpointUrlFault } from './endpoint-fault';
import { type ParsedEndpointUrl, parseEndpointUrl } from './endpoint-url';
import type { Received } from './exchange';
import { type FailedAt, failureWords } from './failure-words';
import type { EgressPolicy } from './policy';
import { createResolver, type Resolver } from './resolver';
import { send } from './send';
import { UnderWay } from './under-way';

/** Bounds of deliveries; what is left out is as it is in service. */
export interface EgressOptions {
  /** The system's name servers when not given. */
  readonly resolver?: Resolver;
  /** Certificates that are trusted instead of those that come with Node, PEM. */
  readonly ca?: readonly string[];
  /** Of a whole delivery, from the look-up to the last byte; 15 000 ms. */
  readonly timeoutMs?: number;
  /** No connection is older; 60 000 ms. None is used for a delivery that could outlive it. */
  readonly connectionLifeMs?: number;
  /** After which a connection without a request is closed, unless the receiver says sooner; 10 000 ms. */
  readonly connectionIdleMs?: number;
  /** Connections to one origin; 64. Those whose delivery takes longer than `placeMs` are not counted. */
  readonly connectionsPerOrigin?: number;
  /** After which a delivery no longer keeps others to its origin waiting; 1 000 ms. */
  readonly placeMs?: number;
  /** Connections that are kept in all; 512. More are open only while more deliveries are under way. */
  readonly connectionsOpen?: number;
  /** Of a date in `Retry-After`; the system's clock. */
  readonly nowMs?: () => number;
}

/** A delivery. */
export interface EgressRequest {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What came of a delivery. It succeeded when the status is 2xx and there is no error. */
export interface EgressAnswer {
  /** Null when no answer began. */
  readonly statusCode: number | null;
  /** Why it failed, in words for the endpoint's owner; null when a whole answer came, of whatever status but 3xx. */
  readonly error: string | null;
  /** The first 1 024 bytes of the body, as they were sent; null when there are none. */
  readonly response: Uint8Array | null;
  /** What `Retry-After` asks for; at most a week. */
  readonly retryAfterMs: number | null;
  /** Whole milliseconds. */
  readonly durationMs: number;
}

/** The one way out for deliveries. */
export interface Egress {
  /** Sends one. Never throws for what a receiver, its name servers or its URL do. @throws {EgressClosedError} */
  post(request: EgressRequest): Promise<EgressAnswer>;
  state(): PoolState;
  /** Lets what is under way come to its end, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens the way out for deliveries: the URL is judged, the name looked up and all its addresses vetted at every new
 * connection, and the vetted address is the one connected to. Redirects are failures; 16 KiB of an answer are read.
 *
 * A delivery whose connection was used before and turns out to have been closed is sent once more on a new one: the
 * receiver closed it while it was idle. Deliveries bear an id, so that even one that was heard twice is seen as one.
 */
export function createEgress(policy: EgressPolicy, options: EgressOptions = {}): Egress {
  const { ca, resolver = createResolver(), timeoutMs = 15_000, nowMs = Date.now } = options;
  const { connectionLifeMs = 60_000, connectionIdleMs = 10_000 } = options;
  const { connectionsPerOrigin: perOrigin = 64, connectionsOpen: open = 512, placeMs = 1_000 } = options;
  const pool = new ConnectionPool({ perOrigin, open });
  const connecting = { policy, resolver, secureContext: createSecureContext(ca === undefined ? {} : { ca: [...ca] }) };
  const life = { lifeMs: connectionLifeMs, exchangeMs: timeoutMs, idleMs: connectionIdleMs };
  const parsed = new LRUCache<string, ParsedEndpointUrl>({ max: URLS_KEPT });
  const underWay = new UnderWay();

  const parse = (url: string): ParsedEndpointUrl => {
    const known = parsed.get(url);
    if (known !== undefined) return known;
    const result = parseEndpointUrl(url, policy);
    parsed.set(url, result);
    return result;
  };
  const post = async ({ url, headers, body }: EgressRequest): Promise<EgressAnswer> => {
    underWay.begin();
    const startedMs = performance.now();
    const deadline = new Deadline(timeoutMs);
    try {
      const { endpoint, fault } = parse(url);
      if (fault !== null) return refused(fault);
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
      underWay.end();
    }
  };
  const close = async (): Promise<void> => {
    await underWay.close();
    pool.close();
  };
  return { post, state: () => pool.state(), close };
}

/** Longest wait that a `Retry-After` can request: a week. */
const RETRY_AFTER_MS_MAX = 7 * 86_400_000;
/** Parsed URLs in the cache: most deliveries go to URLs of earlier ones. */
const URLS_KEPT = 2_000;

const refused = ({ detail }: EndpointUrlFault): EgressAnswer => ({
  statusCode: null,
  error: detail,
  response: null,
  retryAfterMs: null,
  durationMs: 0,
});

function errorOf({ statusCode, failure }: Received, at: FailedAt): string | null {
  if (failure !== null) return failureWords(failure, at);
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400;
  return isRedirect ? 'the answer is a redirect, and those are not followed' : null;
}
