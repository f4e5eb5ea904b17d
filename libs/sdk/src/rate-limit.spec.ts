import { readRateLimit } from './rate-limit';

const read = (policy: string | null, state: string | null) => {
  const headers = new Headers();
  if (policy !== null) headers.set('ratelimit-policy', policy);
  if (state !== null) headers.set('ratelimit', state);
  return readRateLimit(headers);
};

describe('readRateLimit', () => {
  it.each([
    ['"free";q=60;w=60', '"free";r=59;t=1'],
    ['"free"; w=60; q=60', ' "free"; t=1; x="?"; r=59 '],
    ['"free";q=60;w=60, "burst";q=5;w=1', '"free";r=59;t=1,"burst";r=4;t=0'],
  ])('parses %s', (policy, state) => {
    expect(read(policy, state)).toEqual({ limit: 60, windowSeconds: 60, remaining: 59, resetSeconds: 1 });
  });

  it.each([
    [null, null],
    ['"free";q=60;w=60', null],
    [null, '"free";r=59;t=1'],
    ['"free";q=60', '"free";r=59;t=1'],
    ['"free", "burst";q=5;w=1', '"free";r=59;t=1'],
    ['"free";q=many;w=60', '"free";r=59;t=1'],
    ['"free";q=60.5;w=60', '"free";r=59;t=1'],
    ['60;w=60', '59'],
  ])('returns null for %p and %p', (policy, state) => {
    expect(read(policy, state)).toBeNull();
  });
});
