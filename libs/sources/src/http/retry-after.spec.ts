import { retryAfterMs } from './response-headers';

const NOW_MS = Date.UTC(2026, 0, 10, 12);
const DAY_MS = 86_400_000;

describe('the wait that a host asks for', () => {
  it.each([
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['zero', { 'retry-after': '0' }, 0],
    ['a fraction', { 'retry-after': '1.5' }, 1_500],
    ['a date', { 'retry-after': 'Sat, 10 Jan 2026 12:01:00 GMT' }, 60_000],
    ['a date of the old form', { 'retry-after': 'Saturday, 10-Jan-26 12:01:00 GMT' }, 60_000],
    ['more than a day', { 'retry-after': '99999999' }, DAY_MS],
    ['a date in a year', { 'retry-after': 'Sun, 10 Jan 2027 12:00:00 GMT' }, DAY_MS],
    ['the end of a window', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW_MS / 1_000 + 30}` }, 30_000],
    ['the rest of a window', { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '321' }, 321_000],
    [
      'both headers, where Retry-After wins',
      { 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '321' },
      5_000,
    ],
  ])('is read from %s', (_, headers, expected) => {
    expect(retryAfterMs(headers, NOW_MS)).toBe(expected);
  });

  it.each([
    ['there is no header', {}],
    ['it is negative', { 'retry-after': '-5' }],
    ['the date is past', { 'retry-after': 'Sat, 10 Jan 2026 11:59:00 GMT' }],
    ['it is no date', { 'retry-after': 'Someday, 99 Foo' }],
    ['it is text', { 'retry-after': 'in a while' }],
    ['it is a date of another format', { 'retry-after': '2099' + '-01-01' }],
    ['it is infinite', { 'retry-after': '1e999' }],
    ['the header is repeated', { 'retry-after': ['5', '7'] }],
    ['the window has requests left', { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '321' }],
    ['the window is over', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW_MS / 1_000 - 30}` }],
  ])('is unknown when %s', (_, headers) => {
    expect(retryAfterMs(headers, NOW_MS)).toBeNull();
  });
});
