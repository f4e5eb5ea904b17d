import { hypeSpan } from './hype-span';

const span = (window: '24h' | '7d' | '30d', at: string) => {
  const { interval, bucketHours, fromMs, toMs, endsMs } = hypeSpan(window, Date.parse(at));
  const iso = (ms: number | undefined) => new Date(ms ?? NaN).toISOString();
  return { interval, bucketHours, from: iso(fromMs), to: iso(toMs), first: iso(endsMs[0]), count: endsMs.length };
};

describe('hypeSpan', () => {
  it('ends at the last boundary of the bucket at or before the instant', () => {
    expect(span('24h', '2026-08-22T10:59:59.999Z')).toEqual({
      interval: '1h',
      bucketHours: 1,
      from: '2026-08-21T10:00:00.000Z',
      to: '2026-08-22T10:00:00.000Z',
      first: '2026-08-21T11:00:00.000Z',
      count: 24,
    });
    expect(span('7d', '2026-08-22T11:59:59.999Z')).toEqual({
      interval: '6h',
      bucketHours: 6,
      from: '2026-08-15T06:00:00.000Z',
      to: '2026-08-22T06:00:00.000Z',
      first: '2026-08-15T12:00:00.000Z',
      count: 28,
    });
    expect(span('30d', '2026-03-01T23:59:59.999Z')).toEqual({
      interval: '1d',
      bucketHours: 24,
      from: '2026-01-30T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
      first: '2026-01-31T00:00:00.000Z',
      count: 30,
    });
  });

  it.each(['24h', '7d', '30d'] as const)('ends a bucket of %s at the instant if it is a boundary', (window) => {
    expect(span(window, '2026-08-22T00:00:00.000Z').to).toBe('2026-08-22T00:00:00.000Z');
  });
});
