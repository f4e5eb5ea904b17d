import { limitExceeded, limitOf } from './key-limit';

describe('the rejection of a request for several tokens', () => {
  const { terms } = limitOf({ plan: 'pro', requestsPerMinute: null });
  const rejection = (tokens: number) => {
    const { status, code, message, details } = limitExceeded(terms, 0, tokens);
    return { status, code, message, retryAfter: details.headers?.['retry-after'] };
  };

  it('has the time in which the bucket will hold them', () => {
    expect(rejection(terms.capacity)).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: '60' });
  });

  // A client that waits that long would wait for ever.
  it('has no time to try again for more tokens than the bucket can hold', () => {
    expect(rejection(terms.capacity + 1)).toEqual({
      ...{ status: 403, code: 'cost_above_limit', retryAfter: undefined },
      message: 'The request costs 601 tokens, and the limit of this key is 600 in 60 s; split it',
    });
  });
});
