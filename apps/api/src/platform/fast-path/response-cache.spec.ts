import { viewOf } from '@droptrack/catalogue';
import type { CurrentView } from '../../catalogue/current-view';
import { DropNotFoundError } from '../errors/domain-error';
import { ResponseBody } from '../responses/response-body';
import { ResponseCache } from './response-cache';

const response = {
  route: '/v1/drops',
  body: new ResponseBody('{"data":[]', true),
  acceptEncoding: undefined,
  encoding: null,
};
const REJECTION = { route: '/v1/drops/:id', error: new DropNotFoundError('a') };
const viewAt = (asOfMs: number): CurrentView => ({ view: viewOf([], 0), asOfMs, isDelayed: false });

describe('ResponseCache', () => {
  const request = (cache: ResponseCache, view: CurrentView, target: string) => {
    const hit = cache.find('pro', view, target, undefined, undefined);
    if (hit === null) cache.store('pro', view, target, response);
    return hit !== null;
  };
  const requests = (cache: ResponseCache, view: CurrentView, target: string, times: number) =>
    Array.from({ length: times }, () => request(cache, view, target));

  it('stores a response at the second request for its target', () => {
    expect(requests(new ResponseCache(), viewAt(0), '/v1/drops', 4)).toEqual([false, false, true, true]);
  });

  it('stores a repeated target at the first request of a new view', () => {
    const cache = new ResponseCache();
    requests(cache, viewAt(0), '/v1/drops', 2);
    expect(requests(cache, viewAt(1), '/v1/drops', 2)).toEqual([false, true]);
  });

  // Of 1 000 stored responses, the least recently used one would be evicted.
  it('holds a polled list while a client walks over 3 000 pages', () => {
    const [cache, view] = [new ResponseCache(), viewAt(0)];
    requests(cache, view, '/v1/drops', 2);
    for (let page = 0; page < 3_000; page += 1) request(cache, view, `/v1/drops?cursor=${page}`);
    expect(request(cache, view, '/v1/drops')).toBe(true);
  });

  it('holds a polled list while a client repeats 3 000 rejected requests', () => {
    const [cache, view] = [new ResponseCache(), viewAt(0)];
    requests(cache, view, '/v1/drops', 2);
    for (let n = 0; n < 6_000; n += 1) cache.storeRejection('pro', view, `/v1/drops/${n >> 1}`, REJECTION);
    expect(cache.findRejection('pro', view, '/v1/drops/2999', undefined)).toBe(REJECTION);
    expect(request(cache, view, '/v1/drops')).toBe(true);
  });

  // The drop may exist in the next view.
  it('repeats a rejection to the same plan from the same view only, if the client accepts JSON', () => {
    const [cache, view] = [new ResponseCache(), viewAt(0)];
    for (let n = 0; n < 2; n += 1) cache.storeRejection('pro', view, '/v1/drops/a', REJECTION);
    expect(cache.findRejection('pro', view, '/v1/drops/a', '*/*')).toBe(REJECTION);
    expect(cache.findRejection('pro', view, '/v1/drops/a', 'text/html')).toBeNull();
    expect(cache.findRejection('free', view, '/v1/drops/a', '*/*')).toBeNull();
    expect(cache.findRejection('pro', viewAt(1), '/v1/drops/a', '*/*')).toBeNull();
  });

  // Eight odd values used up the variants of a target, which then came from the framework for all clients.
  it('serves all values of Accept and Accept-Encoding that lead to the same content, and takes no place for each', () => {
    const [cache, view] = [new ResponseCache(), viewAt(0)];
    requests(cache, view, '/v1/drops', 2);
    for (let n = 1; n < 1_000; n += 1) {
      const odd = `application/json;q=0.${n}, */*`;
      expect(cache.find('pro', view, '/v1/drops', odd, undefined)).not.toBeNull();
      cache.store('pro', view, '/v1/drops', { ...response, acceptEncoding: `x${n}` });
    }
    const brotli = { ...response, acceptEncoding: 'br', encoding: 'br' as const };
    expect(cache.find('pro', view, '/v1/drops', undefined, 'br')).toBeNull();
    cache.store('pro', view, '/v1/drops', brotli);
    expect(cache.find('pro', view, '/v1/drops', 'application/json', 'gzip;q=0.1, br')).toMatchObject({
      encoding: 'br',
    });
    expect(cache.find('pro', view, '/v1/drops', undefined, 'gzip')).toBeNull();
  });

  it('leaves a request that does not accept JSON to the framework, which rejects it', () => {
    const [cache, view] = [new ResponseCache(), viewAt(0)];
    requests(cache, view, '/v1/drops', 2);
    expect(cache.find('pro', view, '/v1/drops', 'text/html', undefined)).toBeNull();
  });

  it('serves a response that is not worth a coding to clients that accept one', () => {
    const [cache, view] = [new ResponseCache(), viewAt(0)];
    for (let n = 0; n < 2; n += 1) cache.store('pro', view, '/v1/me', { ...response, acceptEncoding: 'br' });
    expect(cache.find('pro', view, '/v1/me', undefined, 'br')).toMatchObject({ encoding: null });
  });
});
