import { assertSameResponse } from './servers';

const RESPONSE = { status: 304, headers: [['ETag', '"a"'] as const, ['Date', 'now'] as const], body: '' };

describe('assertSameResponse', () => {
  it('ignores the date, and case and order of headers', () => {
    const own = [['date', 'later'] as const, ['etag', '"a"'] as const];
    expect(() => assertSameResponse('bare', { ...RESPONSE, headers: own }, RESPONSE)).not.toThrow();
  });

  // A yardstick that sends more or less than the subject measures something else.
  it.each([
    ['another status', { ...RESPONSE, status: 200 }],
    ['another body', { ...RESPONSE, body: 'a' }],
    ['another value', { ...RESPONSE, headers: [['ETag', '"b"'] as const] }],
    ['an additional header', { ...RESPONSE, headers: [...RESPONSE.headers, ['Content-Length', '0'] as const] }],
    ['a missing header', { ...RESPONSE, headers: [] }],
  ])('rejects %s', (_, response) => {
    expect(() => assertSameResponse('bare', response, RESPONSE)).toThrow('bare sends');
  });
});
