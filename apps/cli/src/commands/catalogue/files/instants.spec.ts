import { CALENDAR_PRECISIONS } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { parseInstant, periodStart, toUtc, writtenPrecision } from './instants';

describe('parseInstant', () => {
  it.each([
    ['2026-07-10', '2026-07-10T00:00:00.000Z'],
    ['2026-07-10T15:00:00Z', '2026-07-10T15:00:00.000Z'],
    ['2026-07-10T00:30:00+02:00', '2026-07-09T22:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-07-10T15:00:00.250Z', '2026-07-10T15:00:00.250Z'],
  ])('parses %s as %s', (written, utc) => {
    expect(toUtc(written)).toBe(utc);
  });

  it.each([
    ['2026-02-30'],
    ['2023-02-29'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['2026-07-10T24:00:00Z'],
    ['2026-07-10T12:60:00Z'],
    ['2016-12-31T23:59:60Z'],
    ['2026-02-30T10:00:00+02:00'],
    ['2026-07-10T15:00:00'],
    ['2026-07-10 15:00:00Z'],
    ['2026-07'],
    ['soon'],
    [''],
  ])('rejects %s', (written) => {
    expect(parseInstant(written)).toBeNull();
  });

  it('parses every millisecond that it formats', () => {
    const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(fc.property(date, (value) => parseInstant(value.toISOString()) === value.getTime()));
  });
});

describe('writtenPrecision', () => {
  it.each([
    ['2026-07-10', 'day'],
    ['2026-07-10T00:00:00Z', 'minute'],
    ['2026-07-10T15:30:00+02:00', 'minute'],
    ['2024-05-01T23:59:59Z', 'second'],
  ])('returns for %s the precision %s', (written, precision) => {
    expect(writtenPrecision(written)).toBe(precision);
  });
});

describe('periodStart', () => {
  it.each([
    ['second', '2026-11-21T13:14:15.000Z'],
    ['minute', '2026-11-21T13:14:00.000Z'],
    ['hour', '2026-11-21T13:00:00.000Z'],
    ['day', '2026-11-21T00:00:00.000Z'],
    ['week', '2026-11-16T00:00:00.000Z'],
    ['month', '2026-11-01T00:00:00.000Z'],
    ['quarter', '2026-10-01T00:00:00.000Z'],
    ['year', '2026-01-01T00:00:00.000Z'],
  ] as const)('begins the %s of a Saturday in November at %s', (precision, first) => {
    const ms = Date.parse('2026-11-21T13:14:15.160Z');
    expect(new Date(periodStart(ms, precision)).toISOString()).toBe(first);
  });

  it('is at or before the instant, and its own start', () => {
    const instant = fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(instant, fc.constantFrom(...CALENDAR_PRECISIONS), (ms, precision) => {
        const first = periodStart(ms, precision);
        expect(first).toBeLessThanOrEqual(ms);
        expect(periodStart(first, precision)).toBe(first);
      }),
    );
  });
});
