import type { IncomingMessage, RequestListener } from 'node:http';
import type { ApiKey } from '@droptrack/persistence';
import type { Taken } from '@droptrack/resilience';
import { countFailure } from '../auth/key.guard';
import type { KeyStore } from '../auth/key-store';
import { DomainError, routeNotFound } from '../errors/domain-error';
import { DATA_VIEW_HEADER, DELAYED_VIEW } from '../input/data-view';
import type { BucketStorage } from '../rate-limit/bucket-storage';
import type { FailedKeys } from '../rate-limit/failed-keys';
import { limitOf } from '../rate-limit/key-limit';
import type { RouteTable } from '../server/route-table';
import type { PlainRequest } from './plain-request';
import type { Rejections } from './rejections';

/** Dependencies of {@link rejectInFront}: the same objects that the guards of the framework use. */
export interface RejectInFrontParts {
  readonly routes: RouteTable;
  readonly keys: KeyStore;
  readonly failedKeys: FailedKeys;
  readonly buckets: BucketStorage;
  readonly rejections: Rejections;
  /** Address of the client, behind the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/**
 * Rejects a request in front of the framework for the reasons that no limit bounds: a path without a route, a key that is
 * invalid by what is in memory, an empty bucket. It leaves every other request untouched and returns false; the token that it took
 * for it counts.
 *
 * It decides only about routes that were requested before, whose requests cost one token of a key.
 */
export function rejectInFront(parts: RejectInFrontParts, plain: PlainRequest, framework: RequestListener): boolean {
  const { routes, rejections, buckets } = parts;
  const { url = '', headers } = plain.request;
  const route = routes.find(url.split('?', 1)[0] ?? '');
  if (route === undefined) return false;
  if (route === null) {
    rejections.send(plain, routeNotFound(), { route: null });
    return true;
  }
  const { path, policy } = route;
  if (policy === null || policy.isPublic || policy.isThrottledApart || policy.countTokens !== null) return false;
  const key = keyOf(parts, plain.request);
  if (key instanceof DomainError) {
    rejections.send(plain, key, { route: path });
    return true;
  }
  const dataView = headers[DATA_VIEW_HEADER];
  if (key === null || (dataView !== undefined && dataView !== DELAYED_VIEW)) return false;
  const isRejected = (taken: Taken): boolean => {
    if (taken.isAdmitted) buckets.storeTaken(plain.request, taken);
    else rejections.limitExceeded(plain, path, key, taken.parts);
    return !taken.isAdmitted;
  };
  const taking = buckets.take(key.id, limitOf(key).terms, 1);
  if (!(taking instanceof Promise)) return isRejected(taking);
  const passOn = (): void => framework(plain.request, plain.response as Parameters<RequestListener>[1]);
  void taking.then(isRejected, () => false).then((isDone) => isDone || passOn());
  return true;
}

/** The key of a request, or its rejection; null if it has to be looked up. Other errors are left to the framework. */
function keyOf(
  { keys, failedKeys, addressOf }: RejectInFrontParts,
  request: IncomingMessage,
): ApiKey | DomainError | null {
  try {
    return keys.findInMemory(request.headers.authorization, () => failedKeys.assertMayTry(addressOf(request)));
  } catch (error) {
    return rejectionOf(error, failedKeys, () => addressOf(request));
  }
}

function rejectionOf(error: unknown, failedKeys: FailedKeys, address: () => string): DomainError | null {
  try {
    countFailure(failedKeys, error, address);
  } catch (limited) {
    return limited instanceof DomainError ? limited : null;
  }
  return error instanceof DomainError ? error : null;
}
