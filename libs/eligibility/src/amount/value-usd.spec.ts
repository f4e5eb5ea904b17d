import * as fc from 'fast-check';
import { valueUsd } from './value-usd';

it.each([
  [1250n * 10n ** 18n, 18, 0.025, 31.25],
  [0n, 18, 3, 0],
  [10n ** 18n, 18, 0.005, 0.01],
  [10n ** 18n, 18, 0.00499, 0],
  // The double of 1.005 is below 1.005.
  [1n, 0, 1.005, 1.01],
  [5n, 0, 1e-7, 0],
  [10n ** 12n, 0, 1e-7, 100_000],
  [3n, 0, 1e21, 3e21],
  [123456789012345678901234567890n, 18, 1, 123456789012.35],
])('of %d base units with %d decimals at %d is %d', (amount, decimals, price, usd) => {
  expect(valueUsd(amount, decimals, price)).toBe(usd);
});

it('is null beyond the range of doubles', () => {
  expect(valueUsd(2n ** 256n, 0, 1e300)).toBeNull();
});

it('has an error of at most half a cent', () => {
  const cents = fc.integer({ min: 0, max: 10 ** 9 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 6n }), cents, fc.nat({ max: 18 }), (tokens, price, decimals) => {
      // A price of whole cents and whole tokens: nothing to round.
      expect(valueUsd(tokens * 10n ** BigInt(decimals), decimals, price / 100)).toBe(
        Number(tokens * BigInt(price)) / 100,
      );
    }),
  );
});
