import type { Plan } from '@droptrack/contracts';
import type { Encoding } from '@droptrack/program/encoding';
import type { CatalogueView } from '@droptrack/catalogue';
import { LRUCache } from 'lru-cache';
import type { CurrentView } from '../../catalogue/current-view';
import type { DomainError } from '../errors/domain-error';
import type { ResponseBody } from '../responses/response-body';
import { Negotiation } from './negotiation';

/** Limits of the responses cached for one plan. Rejections have places of their own, so that a flood of them evicts no list. */
const CACHE_LIMITS = { responses: 1_000, rejections: 1_000, bytes: 16 * 1024 * 1024, targetLength: 1_024 } as const;
/** Most targets that are known to have been requested once. */
const REQUESTED_MAX = 4_000;
/** Bytes of a cached response beside its bodies: heads of both statuses, and the entry. */
const OVERHEAD_BYTES = 4_096;
const DAY_MS = 86_400_000;

/** Response that is to be cached. */
export interface CacheableResponse {
  /** Pattern of its route, for the access log and the metrics. */
  readonly route: string;
  readonly body: ResponseBody;
  readonly acceptEncoding: string | undefined;
  /** Content coding of the response: the negotiated one, or null for a body that is not worth it. */
  readonly encoding: Encoding | null;
}

/** Head and body of a response at one instant. Requests share them: each writes its own values into the head. */
export interface PreparedResponse {
  readonly asOfMs: number;
  /** Names and values in one array, the form that `writeHead` reads without a copy. */
  readonly head: string[];
  /** Text of a response that is sent once, which Node writes together with the head; null for a 304. */
  readonly body: Buffer | string | null;
  /** Of a text. One of ASCII is the same in Latin-1, which Node writes faster. */
  readonly charset: 'latin1' | 'utf8';
}

/** A rejection that is to be cached. */
export interface CachedRejection {
  /** Pattern of its route. */
  readonly route: string;
  readonly error: DomainError;
}

/** A response for one negotiated content coding. */
export interface Hit extends CacheableResponse {
  readonly negotiated: Encoding | null;
  /** False for a response that is sent once. */
  readonly isStored: boolean;
  whole: PreparedResponse | null;
  unchanged: PreparedResponse | null;
}

/**
 * Responses that are the same for every key of a plan, by the text of the request target.
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

  readonly negotiation = new Negotiation();

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
    const variants = this.#plans[plan].of(view).hits.get(target);
    if (variants === undefined || !this.negotiation.acceptsJson(accept)) return null;
    const negotiated = this.negotiation.encodingFor(acceptEncoding);
    return variants.find((variant) => variant.negotiated === negotiated) ?? null;
  }

  /** Null for a target that was not rejected, and for a client that does not accept JSON. */
  findRejection(plan: Plan, view: CurrentView, target: string, accept: string | undefined): CachedRejection | null {
    const rejection = this.#plans[plan].of(view).rejections.get(target);
    return rejection !== undefined && this.negotiation.acceptsJson(accept) ? rejection : null;
  }

  /**
   * Stores a response from the second request for its target on, of any view. A target has at most one variant per coding
   * that can be negotiated, whatever headers its clients send.
   *
   * @param view - the current view of the plan, from which the response was made.
   */
  store(plan: Plan, view: CurrentView, target: string, response: CacheableResponse): void {
    if (target.length > CACHE_LIMITS.targetLength || !this.#isRepeated(target)) return;
    const negotiated = this.negotiation.encodingFor(response.acceptEncoding);
    const { hits } = this.#plans[plan].of(view);
    const variants = hits.get(target) ?? [];
    if (variants.some((variant) => variant.negotiated === negotiated)) return;
    // Variants of a target have equal content: they share its bodies.
    const { body } = variants[0] ?? response;
    hits.set(target, [...variants, { ...response, body, negotiated, isStored: true, whole: null, unchanged: null }]);
  }

  /** Stores a rejection that depends on the plan, the view and the target only, from the second request for its target on. */
  storeRejection(plan: Plan, view: CurrentView, target: string, rejection: CachedRejection): void {
    if (target.length > CACHE_LIMITS.targetLength || !this.#isRepeated(target)) return;
    this.#plans[plan].of(view).rejections.set(target, rejection);
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
  readonly hits = new LRUCache<string, readonly Hit[]>({
    max: CACHE_LIMITS.responses,
    maxSize: CACHE_LIMITS.bytes,
    sizeCalculation: bytesOf,
  });
  readonly rejections = new LRUCache<string, CachedRejection>({ max: CACHE_LIMITS.rejections });

  /** Without the responses from another view. */
  of({ view, asOfMs }: CurrentView): this {
    const day = Math.floor(asOfMs / DAY_MS);
    if (view !== this.#view || day !== this.#day) {
      [this.#view, this.#day] = [view, day];
      this.hits.clear();
      this.rejections.clear();
    }
    return this;
  }
}

/** JSON, its bytes at one instant, and their compressed forms, which the variants share. */
const bytesOf = (variants: readonly Hit[]): number =>
  4 * (variants[0]?.body.json.length ?? 0) + variants.length * OVERHEAD_BYTES;
