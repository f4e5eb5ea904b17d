import type { RequestListener } from 'node:http';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { DomainError } from '../errors/domain-error';
import { DATA_VIEW_HEADER } from '../input/data-view';
import type { ViewResponse } from '../responses/response-writer';
import type { RoutePolicy } from '../server/route-policy';
import type { RespondFromView, RouteTable, ViewTarget } from '../server/route-table';
import { afterToken, type KeyedRequest } from './after-token';
import type { PlainRequest } from './plain-request';
import { costsOneToken } from './reject-in-front';
import type { CacheServerParts } from './serve-from-cache';
import { writeResponse } from './write-response';

/** Dependencies of {@link serveFromView}: the same objects that the guards and hooks of the framework use. */
export interface ViewServerParts extends CacheServerParts {
  readonly routes: RouteTable;
}

/**
 * Serves a request in front of the framework by the function of its route that needs nothing but a view: 200, 304, and the
 * rejections of its parameters and of unknown drops. It leaves every other request untouched, and returns false.
 *
 * The same requests as by {@link serveFromCache}, for routes that were requested before and have no further guard.
 *
 * @param plain - as of {@link isPlainRequest}, of a key that has a token by what is in memory.
 */
export function serveFromView(parts: ViewServerParts, plain: PlainRequest, framework: RequestListener): boolean {
  const { method = '', url = '', headers } = plain.request;
  const end = url.indexOf('?');
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end + 1)];
  const route = parts.routes.find(method, path);
  if (!route || route.respond === null || route.policy === null || hasGuard(route.policy, query)) return false;
  const key = parts.keys.findCached(headers.authorization);
  if (key === null || headers[DATA_VIEW_HEADER] !== undefined) return false;
  if (!parts.cache.negotiation.acceptsJson(headers.accept)) return false;
  const seen = parts.catalogue.viewFor(key.plan);
  const made = madeBy(route.respond, key, { path, query });
  if (made === null) return false;
  const keyed = { plain, key, route: route.path };
  const respond = (tokenParts: number): void => {
    // A new view may have come while the token was taken.
    const view = parts.catalogue.viewFor(key.plan)?.view === seen?.view ? seen : null;
    if (made instanceof DomainError) reject(parts, keyed, made, view, tokenParts);
    else write(parts, keyed, made, view, tokenParts);
  };
  afterToken(parts, keyed, respond, framework);
  return true;
}

/** True if anything but key, bucket, `Accept` and parameters has to be checked. */
const hasGuard = (policy: RoutePolicy, query: string): boolean =>
  !costsOneToken(policy) ||
  policy.requiredPlan !== null ||
  policy.deprecation !== null ||
  policy.streamedAs !== null ||
  (policy.parameterPlan !== null && query !== '');

/** Other errors are left to the framework, which makes them again and reports them. */
function madeBy(respond: RespondFromView, viewer: Viewer, target: ViewTarget): ViewResponse | DomainError | null {
  try {
    return respond(viewer, target);
  } catch (error) {
    return error instanceof DomainError ? error : null;
  }
}

/** Writes a response, and stores it as the framework does. @param view - the current view, if the response was made from it. */
function write(
  parts: ViewServerParts,
  { plain, key, route }: KeyedRequest,
  { body, view: from }: ViewResponse,
  view: CurrentView | null,
  tokenParts: number,
): void {
  const { url = '', headers } = plain.request;
  const acceptEncoding = headers['accept-encoding'] as string | undefined;
  const negotiated = parts.cache.negotiation.encodingFor(acceptEncoding);
  const encoding = body.at(from.asOfMs).isCompressible ? negotiated : null;
  const response = { route, body, acceptEncoding, encoding };
  const hit = { ...response, negotiated, isStored: false, whole: null, unchanged: null };
  writeResponse(parts, { plain, key, hit, view: from }, tokenParts);
  if (view !== null) parts.cache.store(key.plan, view, url, response);
}

/** Rejects a request, and stores the rejection. @param view - the current view, if the rejection was made from it. */
function reject(
  { cache, rejections }: ViewServerParts,
  { plain, key, route }: KeyedRequest,
  error: DomainError,
  view: CurrentView | null,
  tokenParts: number,
): void {
  rejections.ofKey(plain, error, { route, key, tokenParts });
  // A view that cannot be confirmed (503) may be, a moment later.
  if (view !== null && error.status < 500)
    cache.storeRejection(key.plan, view, plain.request.url ?? '', { route, error });
}
