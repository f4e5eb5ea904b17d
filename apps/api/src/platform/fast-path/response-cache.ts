import type { CatalogueView } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { LRUCache } from 'lru-cache';
import type { CurrentView } from '../../catalogue/current-view';
import type { Answer, Encoding } from '../responses/answer';

/** Limits of the responses cached for one plan. */
const CACHE_LIMITS = { responses: 1_000, bytes: 16 * 1024 * 1024, targetLength: 1_024 } as const;
/** Most pairs of `Accept` and `Accept-Encoding` that one response is cached for; clients send one or two. */
const VARIANTS_MAX = 8;
const DAY_MS = 86_400_000;

/** Headers of a request that a cached response depends on, beside its target and its plan. */
export interface Negotiation {
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** A response that the framework sent, and the negotiations that lead to it. */
export interface CachedResponse {
  /** Pattern of its route, for the access log and the metrics. */
  readonly route: string;
  readonly answer: Answer;
  readonly variants: (Negotiation & { readonly encoding: Encoding | null })[];
}

/** A cached response in the content coding that a request accepts. */
export interface Hit {
  readonly cached: CachedResponse;
  readonly encoding: Encoding | null;
}

/**
 * Responses of the framework that are the same for every key of a plan, by the text of the request target.
 *
 * A response lives as long as the view of its plan, and until the day in UTC ends (the calendar begins today by default).
 * Confirmations of the same view do not evict it: only `as_of` changes with them.
 */
export class ResponseCache {
  readonly #plans: Readonly<Record<Plan, PlanResponses>> = {
    free: new PlanResponses(),
    pro: new PlanResponses(),
    scale: new PlanResponses(),
  };

  /** Null for a target that is not cached, also for one that is cached for other negotiations only. */
  find(plan: Plan, view: CurrentView, target: string, negotiation: Negotiation): Hit | null {
    const cached = this.#plans[plan].of(view).get(target);
    if (cached === undefined) return null;
    const variant = cached.variants.find((known) => isSame(known, negotiation));
    return variant === undefined ? null : { cached, encoding: variant.encoding };
  }

  /** @param view - the current view of the plan, from which the response was made. */
  store(
    plan: Plan,
    view: CurrentView,
    target: string,
    response: Omit<CachedResponse, 'variants'>,
    variant: Variant,
  ): void {
    if (target.length > CACHE_LIMITS.targetLength) return;
    const responses = this.#plans[plan].of(view);
    const cached = responses.get(target);
    if (cached === undefined) responses.set(target, { ...response, variants: [variant] });
    else if (cached.variants.length < VARIANTS_MAX && !cached.variants.some((known) => isSame(known, variant))) {
      cached.variants.push(variant);
    }
  }
}

type Variant = CachedResponse['variants'][number];

const isSame = (one: Negotiation, other: Negotiation): boolean =>
  one.accept === other.accept && one.acceptEncoding === other.acceptEncoding;

/** Responses to the keys of one plan from one view. */
class PlanResponses {
  #view: CatalogueView | null = null;
  #day = 0;
  readonly #responses = new LRUCache<string, CachedResponse>({
    max: CACHE_LIMITS.responses,
    maxSize: CACHE_LIMITS.bytes,
    sizeCalculation: bytesOf,
  });

  of({ view, asOfMs }: CurrentView): LRUCache<string, CachedResponse> {
    const day = Math.floor(asOfMs / DAY_MS);
    if (view !== this.#view || day !== this.#day) {
      [this.#view, this.#day] = [view, day];
      this.#responses.clear();
    }
    return this.#responses;
  }
}

/** Its JSON, its bytes at one instant, and their compressed forms. */
const bytesOf = ({ answer }: CachedResponse): number => 4 * answer.json.length + 512;
