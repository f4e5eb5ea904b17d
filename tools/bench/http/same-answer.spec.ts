import { assertSameAnswer } from './same-answer';

const ANSWER = { status: 304, headers: [['ETag', '"a"'] as const, ['Date', 'now'] as const], body: '' };

describe('assertSameAnswer', () => {
  it('leaves the date, and case and order of headers, to each server', () => {
    const own = [['date', 'later'] as const, ['etag', '"a"'] as const];
    expect(() => assertSameAnswer('bare', { ...ANSWER, headers: own }, ANSWER)).not.toThrow();
  });

  // A yardstick that sends more or less than the subject measures something else.
  it.each([
    ['another status', { ...ANSWER, status: 200 }],
    ['another body', { ...ANSWER, body: 'a' }],
    ['another value', { ...ANSWER, headers: [['ETag', '"b"'] as const] }],
    ['one header more', { ...ANSWER, headers: [...ANSWER.headers, ['Content-Length', '0'] as const] }],
    ['one header less', { ...ANSWER, headers: [] }],
  ])('refuses %s', (_, answer) => {
    expect(() => assertSameAnswer('bare', answer, ANSWER)).toThrow('bare answers');
  });
});
