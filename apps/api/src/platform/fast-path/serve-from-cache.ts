import type { RequestListener } from 'node:http';
import type { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { KeyStore } from '../auth/key-store';
import { DATA_VIEW_HEADER } from '../input/data-view';
import { afterToken, type KeyedRequest, type TokenParts } from './after-token';
import type { PlainRequest } from './plain-request';
import type { ResponseCache } from './response-cache';
import { type ResponseParts, writeResponse } from './write-response';

/** Dependencies of {@link serveFromCache}: the same objects that the guards and hooks of the framework use. */
export interface CacheServerParts extends ResponseParts, TokenParts {
  readonly cache: ResponseCache;
  readonly catalogue: LiveCatalogue;
  readonly keys: KeyStore;
}

/** A request whose response is cached. */
interface FoundResponse extends KeyedRequest {
  /** Gets the level of the bucket, in parts. */
  readonly respond: (tokenParts: number) => void;
}

/**
 * Serves a request in front of the framework if its response is cached: key, bucket, lookup, head and body, access log
 * and metrics. It leaves every other request untouched, and returns false.
 *
 * It serves only requests without anything to decide: a GET or HEAD without a body, with a key that is in memory, for a
 * target and content coding whose response is stored, if they accept JSON. Preflights, requests
 * with `Origin`, `Expect` or `X-Data-View`, and requests during the drain are handled by the framework.
 *
 * @param plain - as of {@link isPlainRequest}.
 */
export function serveFromCache(parts: CacheServerParts, plain: PlainRequest, framework: RequestListener): boolean {
  const found = findCached(parts, plain);
  if (found === null) return false;
  afterToken(parts, found, found.respond, framework);
  return true;
}

function findCached(parts: CacheServerParts, plain: PlainRequest): FoundResponse | null {
  const { cache, catalogue, keys, rejections } = parts;
  const { url = '', headers } = plain.request;
  if (headers[DATA_VIEW_HEADER] !== undefined) return null;
  const key = keys.findCached(headers.authorization);
  if (key === null) return null;
  const view = catalogue.viewFor(key.plan);
  if (view === null) return null;
  const hit = cache.find(key.plan, view, url, headers.accept, headers['accept-encoding'] as string | undefined);
  if (hit !== null) {
    const written = { plain, key, hit, view };
    return { plain, key, route: hit.route, respond: (tokenParts) => writeResponse(parts, written, tokenParts) };
  }
  const rejected = cache.findRejection(key.plan, view, url, headers.accept);
  if (rejected === null) return null;
  const { route, error } = rejected;
  return { plain, key, route, respond: (tokenParts) => rejections.ofKey(plain, error, { route, key, tokenParts }) };
}
