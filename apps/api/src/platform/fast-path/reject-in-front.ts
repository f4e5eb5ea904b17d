import type { IncomingMessage } from 'node:http';
import type { ApiKey } from '@droptrack/persistence';
import { countFailure } from '../auth/key.guard';
import type { KeyStore } from '../auth/key-store';
import { DomainError, ROUTE_NOT_FOUND } from '../errors/domain-error';
import { DATA_VIEW_HEADER, DELAYED_VIEW } from '../input/data-view';
import type { BucketStorage } from '../rate-limit/bucket-storage';
import type { FailedKeys } from '../rate-limit/failed-keys';
import { limitOf } from '../rate-limit/key-limit';
import type { RoutePolicy } from '../server/route-policy';
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
 * invalid by what is in memory, an empty bucket. It only decides: every other request is left to the framework as it came,
 * without a token taken or a use of the key recorded, and false is returned.
 *
 * It decides only about routes that were requested before, whose requests cost one token of a key.
 */
export function rejectInFront(parts: RejectInFrontParts, plain: PlainRequest): boolean {
  const { routes, rejections, buckets } = parts;
  const { method = '', url = '', headers } = plain.request;
  const route = routes.find(method, url.split('?', 1)[0] ?? '');
  if (route === undefined) return false;
  if (route === null) {
    rejections.send(plain, ROUTE_NOT_FOUND, { route: null });
    return true;
  }
  if (route.policy === null || !costsOneToken(route.policy)) return false;
  const key = keyOf(parts, plain.request);
  if (key instanceof DomainError) {
    rejections.send(plain, key, { route: route.path });
    return true;
  }
  const dataView = headers[DATA_VIEW_HEADER];
  if (key === null || (dataView !== undefined && dataView !== DELAYED_VIEW)) return false;
  const level = buckets.levelIfEmpty(key.id, limitOf(key).terms);
  if (level === null) return false;
  rejections.limitExceeded(plain, route.path, key, level);
  return true;
}

export const costsOneToken = ({ isPublic, isThrottledApart, countTokens }: RoutePolicy): boolean =>
  !isPublic && !isThrottledApart && countTokens === null;

/** The key of a request, or its rejection; null if it is being looked up. Other errors are left to the framework. */
function keyOf(
  { keys, failedKeys, addressOf }: RejectInFrontParts,
  request: IncomingMessage,
): ApiKey | DomainError | null {
  const known = keys.rejectionOf(request.headers.authorization);
  // An error that is thrown and caught takes as long as the rest of the rejection.
  if (known !== null) return rejectionOf(known, failedKeys, () => addressOf(request));
  try {
    const key = keys.find(request.headers.authorization, () => failedKeys.assertMayTry(addressOf(request)));
    if (!(key instanceof Promise)) return key;
    // The key guard shares the look-up that has begun, and handles its error.
    key.catch(() => undefined);
    return null;
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
