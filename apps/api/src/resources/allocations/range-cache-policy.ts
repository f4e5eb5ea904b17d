import type { RangeCaching } from '../../platform/config/config';
import type { CachePolicy } from '../../platform/responses/versioned-response';

const PRIVATE: RangeCaching = { maxAgeSeconds: 0, isForAllKeys: false };

/** Terms under which caches may store allocation ranges. By default only clients store them, and revalidate them. */
export class RangeCachePolicy implements CachePolicy {
  readonly cacheControl: string;
  readonly variesByKey: boolean;

  constructor({ maxAgeSeconds, isForAllKeys }: RangeCaching = PRIVATE) {
    this.cacheControl = maxAgeSeconds === 0 ? 'private, no-cache' : `public, max-age=${maxAgeSeconds}`;
    this.variesByKey = maxAgeSeconds === 0 || !isForAllKeys;
  }
}
