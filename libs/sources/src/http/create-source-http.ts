import type { Dispatcher } from 'undici';
import { SourceError } from '../source-error';
import { type Arrived, type Exchange, exchange, startDeadline } from './exchange';
import { decodeText, decompress } from './response-body';
import { headerLine, parseLinks, validatorsOf } from './response-headers';
import type { HostBreakers } from './host-breakers';
import { isRedirect, type Outgoing, outgoing, redirected } from './outgoing';
import { sharedSourceAgent } from './source-agent';
import type { SourceResponse, RequestOptions, SourceHttp } from './source-http';

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const REDIRECTS_MAX = 3;
const NOT_MODIFIED = 304;
const WITHOUT_BODY = new Set([204, 205]);

/** Dependencies and limits of the requests of one poll. */
export interface SourceHttpOptions {
  /** Circuit breakers, shared by all polls of a worker. */
  readonly hosts: HostBreakers;
  /** Aborted at the end of the poll. Aborted requests throw `timeout`, and do not count as failures of their host. */
  readonly signal: AbortSignal;
  /** Wall clock, milliseconds since the epoch, for `Retry-After` as a date. */
  readonly nowMs: () => number;
  /** Called before each request, also for redirects, but not for requests that a breaker rejects. */
  readonly onRequest?: () => void;
  /** From `createSourceAgent`; by default one that is shared by the process. */
  readonly dispatcher?: Dispatcher;
}

/** Creates the HTTP client of one poll. */
export function createSourceHttp(options: SourceHttpOptions): SourceHttp {
  return {
    json: async (address, asked = {}) => {
      const arrived = await send(address, 'application/json', asked, options);
      return arrived === null ? { kind: 'not_modified' } : toAnswer(arrived, parseJson(arrived));
    },
    text: async (address, asked = {}) => {
      const arrived = await send(address, '*/*', asked, options);
      if (arrived === null) return { kind: 'not_modified' };
      return toAnswer(arrived, decodeText(arrived.body, headerLine(arrived.headers, 'content-type')));
    },
  };
}

/** Sends a request and follows redirects; null for "not modified". */
async function send(
  address: string,
  accept: string,
  asked: RequestOptions,
  options: SourceHttpOptions,
): Promise<Arrived | null> {
  const first = outgoing(address, accept, asked);
  const isConditional = 'if-none-match' in first.headers || 'if-modified-since' in first.headers;
  const bodyBytesMax = asked.bodyBytesMax ?? BODY_BYTES_MAX;
  const isAnswer = (status: number) =>
    (status >= 200 && status < 300) || (asked.acceptStatuses?.includes(status) ?? false);
  const deadline = startDeadline(options.signal, asked.timeoutMs ?? TIMEOUT_MS);
  try {
    const arrived = await follow(first, {
      hosts: options.hosts,
      dispatcher: options.dispatcher ?? sharedSourceAgent(),
      deadline,
      nowMs: options.nowMs,
      onRequest: options.onRequest ?? (() => undefined),
      isAnswer,
      isNotice: (status) => isRedirect(status) || (isConditional && status === NOT_MODIFIED),
      bodyBytesMax,
      explainFailure: asked.explainFailure,
    });
    if (!isAnswer(arrived.status)) return null;
    const encoding = headerLine(arrived.headers, 'content-encoding');
    const host = arrived.url.host;
    return { ...arrived, body: await decompress(arrived.body, encoding, { host, bytesMax: bodyBytesMax }) };
  } finally {
    deadline.clear();
  }
}

async function follow(first: Outgoing, by: Exchange): Promise<Arrived> {
  const seen = new Set<string>();
  for (let next = first; ;) {
    seen.add(next.url.href);
    const arrived = await exchange(next, by);
    const further = by.isAnswer(arrived.status) ? null : redirected(next, arrived);
    if (further === null) return arrived;
    if (seen.has(further.url.href)) throw new SourceError('redirects', `${first.url.host}: redirects in a circle`);
    if (seen.size > REDIRECTS_MAX) {
      throw new SourceError('redirects', `${first.url.host}: redirects more than ${REDIRECTS_MAX} times`);
    }
    next = further;
  }
}

/** Parses JSON, which is UTF-8 whatever charset the header declares (RFC 8259, section 8.1). */
function parseJson({ url, status, body }: Arrived): unknown {
  if (WITHOUT_BODY.has(status)) return null;
  try {
    return JSON.parse(decodeText(body, 'application/json; charset=utf-8'));
  } catch {
    // The message of the parser would quote the body.
    throw new SourceError('wrong_shape', `${url.host}: the response is not JSON`);
  }
}

function toAnswer<Body>({ url, status, headers }: Arrived, body: Body): SourceResponse<Body> {
  const links = parseLinks(headerLine(headers, 'link'), url);
  return { kind: 'response', status, body, validators: validatorsOf(headers), links };
}
