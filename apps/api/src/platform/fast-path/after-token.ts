import type { RequestListener } from 'node:http';
import type { ApiKey } from '@droptrack/persistence';
import type { Taken } from '@droptrack/resilience';
import type { BucketStorage } from '../rate-limit/bucket-storage';
import { limitOf } from '../rate-limit/key-limit';
import type { PlainRequest } from './plain-request';
import type { Rejections } from './rejections';

/** Dependencies of {@link afterToken}. */
export interface TokenParts {
  readonly buckets: BucketStorage;
  readonly rejections: Rejections;
}

/** A request with the key and the route that it was found to have. */
export interface KeyedRequest {
  readonly plain: PlainRequest;
  readonly key: ApiKey;
  /** Pattern of the route. */
  readonly route: string;
}

/**
 * Takes the token of a request and responds, or rejects it if its key has none. Without a response of Redis, the framework
 * responds.
 *
 * @param respond - gets the level of the bucket, in parts.
 */
export function afterToken(
  { buckets, rejections }: TokenParts,
  { plain, key, route }: KeyedRequest,
  respond: (tokenParts: number) => void,
  framework: RequestListener,
): void {
  const finish = ({ isAdmitted, parts }: Taken): void =>
    isAdmitted ? respond(parts) : rejections.limitExceeded(plain, route, key, parts);
  const taking = buckets.take(key.id, limitOf(key).terms, 1);
  if (taking instanceof Promise) void finishLater(taking, finish, () => passOn(plain, framework));
  else finish(taking);
}

/** Finishes as soon as the bucket in Redis has responded. */
async function finishLater(
  taking: Promise<Taken>,
  finish: (taken: Taken) => void,
  withoutResponse: () => void,
): Promise<void> {
  const taken = await taking.catch(() => null);
  if (taken === null) withoutResponse();
  else finish(taken);
}

const passOn = ({ request, response }: PlainRequest, framework: RequestListener): void =>
  framework(request, response as Parameters<RequestListener>[1]);
