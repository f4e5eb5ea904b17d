import type { Encoding } from '@droptrack/program/encoding';
import { namesEntityTag } from '@droptrack/program/entity-tag';
import type { RequestListener } from 'node:http';
import type { CatalogueView } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import type { CurrentView } from '../../catalogue/current-view';
import type { LiveCatalogue } from '../../catalogue/live-catalogue';
import { DATA_VIEW_HEADER } from '../input/data-view';
import type { KeyStore } from '../auth/key-store';
import type { BucketStorage } from '../rate-limit/bucket-storage';
import { type Taken } from '@droptrack/resilience';
import { type KeyLimit, limitOf, rateLimitState } from '../rate-limit/key-limit';
import { type ResponseBody, dataHeaders, type DataHeadersOptions } from '../responses/response-body';
import { traceIdOf } from './access-log';
import { Negotiation } from './negotiation';
import type { PlainRequest } from './plain-request';
import type { FrontParts, Rejections } from './rejections';

/** Limits of the responses cached for one plan. */
const CACHE_LIMITS = { responses: 1_000, bytes: 16 * 1024 * 1024, targetLength: 1_024 } as const;
/** Most targets that are known to have been requested once. */
const REQUESTED_MAX = 4_000;
/** Bytes of a cached response beside its bodies: heads of both statuses, and the entry. */
const OVERHEAD_BYTES = 4_096;
const DAY_MS = 86_400_000;

/** Dependencies of {@link serveFromCache}: the same objects that the guards and hooks of the framework use. */
export interface CacheServerParts extends DataHeadersOptions, FrontParts {
  readonly cache: ResponseCache;
  readonly catalogue: LiveCatalogue;
  readonly keys: KeyStore;
  readonly buckets: BucketStorage;
  readonly rejections: Rejections;
}

/** A request that the cache can serve once its key has a token. */
interface ServableRequest {
  readonly plain: PlainRequest;
  readonly key: ApiKey;
  readonly limit: KeyLimit;
  readonly hit: Hit;
  readonly view: CurrentView;
}

/**
 * Serves a request in front of the framework if its response is cached: key, bucket, lookup, head and body, access log
 * and metrics. It leaves every other request untouched, and returns false.
 *
 * It serves only requests without anything to decide: a GET or HEAD without a body, with a key that is in memory, for a
 * target and content coding for which the framework has returned 200 before, if they accept JSON. Preflights, requests
 * with `Origin`, `Expect` or `X-Data-View`, and requests during the drain are handled by the framework.
 *
 * @param plain - as of {@link isPlainRequest}.
 */
export function serveFromCache(parts: CacheServerParts, plain: PlainRequest, framework: RequestListener): boolean {
  const servable = findServable(parts, plain);
  if (servable === null) return false;
  const { key, limit } = servable;
  const taken = parts.buckets.take(key.id, limit.terms, 1);
  if (taken instanceof Promise) void serveLater(parts, servable, taken, framework);
  else writeTaken(parts, servable, taken);
  return true;
}

function writeTaken(parts: CacheServerParts, servable: ServableRequest, taken: Taken): void {
  if (taken.isAdmitted) return writeResponse(parts, servable, taken.parts);
  const { key, plain, hit } = servable;
  parts.rejections.limitExceeded(plain, hit.route, key, taken.parts);
}

/** Serves a request, or passes it on, as soon as the bucket in Redis has responded. */
async function serveLater(
  parts: CacheServerParts,
  servable: ServableRequest,
  taking: Promise<Taken>,
  framework: RequestListener,
): Promise<void> {
  const taken = await taking.catch(() => null);
  if (taken !== null) return writeTaken(parts, servable, taken);
  framework(servable.plain.request, servable.plain.response as Parameters<RequestListener>[1]);
}

function findServable({ cache, catalogue, keys }: CacheServerParts, plain: PlainRequest): ServableRequest | null {
  const { url = '', headers } = plain.request;
  if (headers[DATA_VIEW_HEADER] !== undefined) return null;
  const key = keys.findCached(headers.authorization);
  if (key === null) return null;
  const view = catalogue.viewFor(key.plan);
  if (view === null) return null;
  const hit = cache.find(key.plan, view, url, headers.accept, headers['accept-encoding'] as string | undefined);
  if (hit === null) return null;
  return { plain, key, limit: limitOf(key), hit, view };
}

function writeResponse(parts: CacheServerParts, servable: ServableRequest, tokenParts: number): void {
  const { plain, key, limit, hit, view } = servable;
  const { request, response, startedAtMs } = plain;
  const { route, body: data } = hit;
  // Only for requests that are served here: the framework does the same for those it rejects.
  parts.detectProxy?.(request);
  parts.keyUse.markUsed(key.id);
  const requestId = parts.newRequestId(request);
  const isUnchanged = namesEntityTag(request.headers['if-none-match'], data.etag);
  const status = isUnchanged ? 304 : 200;
  const { head, body } = preparedFor(hit, isUnchanged, view, parts);
  const at = parts.fixedHeaders.length;
  head[at + 1] = requestId;
  head[at + 3] = limit.policy;
  head[at + 5] = rateLimitState(key.plan, limit.terms, tokenParts);
  response.writeHead(status, head).end(request.method === 'HEAD' ? null : body);
  const durationMs = performance.now() - startedAtMs;
  parts.metrics.record(route, status, durationMs);
  const [method, traceId] = [request.method ?? '', traceIdOf(request.headers)];
  parts.requestLog.record({ requestId, method, route, status, durationMs, keyId: key.id, traceId });
}

/** Head and body of a cached response at one instant. Requests share them: each writes its own values into the head. */
interface PreparedResponse {
  readonly asOfMs: number;
  /** Names and values in one array, the form that `writeHead` reads without a copy. */
  readonly head: string[];
  /** Null for a 304. */
  readonly body: Buffer | null;
}

function preparedFor(
  hit: Hit,
  isUnchanged: boolean,
  { view, asOfMs }: CurrentView,
  parts: CacheServerParts,
): PreparedResponse {
  const known = isUnchanged ? hit.unchanged : hit.whole;
  if (known !== null && known.asOfMs === asOfMs) return known;
  const { body: data, encoding } = hit;
  const encoded = data.at(asOfMs);
  const body = isUnchanged ? null : encoding === null ? encoded.bytes : encoded.compressed(encoding);
  const fields = dataHeaders(data, encoded.asOf, view.seq, body && { length: body.length, encoding }, parts);
  const own = ['x-request-id', '', 'ratelimit-policy', '', 'ratelimit', ''];
  const head = [...parts.fixedHeaders, ...own, ...Object.entries(fields).flat().map(String)];
  const prepared = { asOfMs, head, body };
  if (isUnchanged) hit.unchanged = prepared;
  else hit.whole = prepared;
  return prepared;
}

/** Response of the framework that is to be cached. */
interface CacheableResponse {
  /** Pattern of its route, for the access log and the metrics. */
  readonly route: string;
  readonly body: ResponseBody;
  readonly acceptEncoding: string | undefined;
  /** Content coding of the response: the negotiated one, or null for a body that is not worth it. */
  readonly encoding: Encoding | null;
}

/** A cached response for one negotiated content coding. */
export interface Hit extends CacheableResponse {
  readonly negotiated: Encoding | null;
  whole: PreparedResponse | null;
  unchanged: PreparedResponse | null;
}

/**
 * Responses of the framework that are the same for every key of a plan, by the text of the request target.
 *
 * A response is valid as long as the view of its plan, and until the day in UTC ends (the calendar begins today by
 * default). Confirmations of the same view do not evict it: only `as_of` changes with them.
 */
export class ResponseCache {
  readonly #plans: Readonly<Record<Plan, PlanResponses>> = {
    free: new PlanResponses(),
    pro: new PlanResponses(),
    scale: new PlanResponses(),
  };
  /** Targets that were requested before, of any plan and view. */
  readonly #requested = new LRUCache<string, true>({ max: REQUESTED_MAX });

  readonly #negotiation = new Negotiation();

  /**
   * Null for a target that is not cached, also for one that is cached in other codings only, and for a client that does not
   * accept JSON.
   */
  find(
    plan: Plan,
    view: CurrentView,
    target: string,
    accept: string | undefined,
    acceptEncoding: string | undefined,
  ): Hit | null {
    const variants = this.#plans[plan].of(view).get(target);
    if (variants === undefined || !this.#negotiation.acceptsJson(accept)) return null;
    const negotiated = this.#negotiation.encodingFor(acceptEncoding);
    return variants.find((variant) => variant.negotiated === negotiated) ?? null;
  }

  /**
   * Stores a response from the second request for its target on, of any view. A target has at most one variant per coding
   * that can be negotiated, whatever headers its clients send.
   *
   * @param view - the current view of the plan, from which the response was made.
   */
  store(plan: Plan, view: CurrentView, target: string, response: CacheableResponse): void {
    if (target.length > CACHE_LIMITS.targetLength || !this.#isRepeated(target)) return;
    const negotiated = this.#negotiation.encodingFor(response.acceptEncoding);
    const responses = this.#plans[plan].of(view);
    const variants = responses.get(target) ?? [];
    if (variants.some((variant) => variant.negotiated === negotiated)) return;
    // Variants of a target have equal content: they share its bodies.
    const { body } = variants[0] ?? response;
    responses.set(target, [...variants, { ...response, body, negotiated, whole: null, unchanged: null }]);
  }

  /** False at the first request for a target: most are never repeated, and storing them costs a sixth of their time. */
  #isRepeated(target: string): boolean {
    if (this.#requested.has(target)) return true;
    this.#requested.set(target, true);
    return false;
  }
}

/** Responses to the keys of one plan from one view. */
class PlanResponses {
  #view: CatalogueView | null = null;
  #day = 0;
  readonly #responses = new LRUCache<string, readonly Hit[]>({
    max: CACHE_LIMITS.responses,
    maxSize: CACHE_LIMITS.bytes,
    sizeCalculation: bytesOf,
  });

  of({ view, asOfMs }: CurrentView): LRUCache<string, readonly Hit[]> {
    const day = Math.floor(asOfMs / DAY_MS);
    if (view !== this.#view || day !== this.#day) {
      [this.#view, this.#day] = [view, day];
      this.#responses.clear();
    }
    return this.#responses;
  }
}

/** JSON, its bytes at one instant, and their compressed forms, which the variants share. */
const bytesOf = (variants: readonly Hit[]): number =>
  4 * (variants[0]?.body.json.length ?? 0) + variants.length * OVERHEAD_BYTES;
