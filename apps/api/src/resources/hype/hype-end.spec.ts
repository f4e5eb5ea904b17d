import * as fc from 'fast-check';
import { hypeEndMs } from './hype-end';
import { hypeSpan } from './hype-span';

const AS_OF_MS = Date.parse('2026-08-22T10:59:59.999Z');
const DAY_MS = 86_400_000;

describe('hypeEndMs', () => {
  it('is as_of by default, and accepts as_of itself', () => {
    expect(hypeEndMs(undefined, AS_OF_MS)).toBe(AS_OF_MS);
    expect(hypeEndMs('2026-08-22t12:59:59.999+02:00', AS_OF_MS)).toBe(AS_OF_MS);
  });

  it.each([
    ['2026-08-22T11:00:00Z', 'to must not be after as_of, 2026-08-22T10:59:59.999Z'],
    ['1999-12-31T23:59:59Z', 'to must not be before 2000-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', 'to must not be before 2000-01-01T00:00:00.000Z'],
  ])('rejects %s with the bound', (to, message) => {
    expect(() => hypeEndMs(to, AS_OF_MS)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', message, status: 400 }),
    );
  });

  // Series that meet must share no bucket and omit none.
  it('joins a series to the one that ends at its start', () => {
    const windows = fc.constantFrom('24h' as const, '7d' as const, '30d' as const);
    const instants = fc.integer({ min: AS_OF_MS - 4_000 * DAY_MS, max: AS_OF_MS });
    fc.assert(
      fc.property(windows, instants, (window, atMs) => {
        const later = hypeSpan(window, hypeEndMs(new Date(atMs).toISOString(), AS_OF_MS));
        const before = hypeSpan(window, hypeEndMs(new Date(later.fromMs).toISOString(), AS_OF_MS));
        expect(before.toMs).toBe(later.fromMs);
      }),
    );
  });
});
