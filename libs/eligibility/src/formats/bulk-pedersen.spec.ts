import { pedersen } from '@scure/starknet';
import fc from 'fast-check';
import { bulkPedersen } from './bulk-pedersen';

const MAX = 2n ** 251n + 17n * 2n ** 192n;

it('has the hash of the library for all numbers below the prime', () => {
  const fast = bulkPedersen();
  const number = fc.oneof(fc.bigInt(0n, MAX), fc.constantFrom(0n, 1n, 255n, 256n, 2n ** 248n - 1n, 2n ** 248n, MAX));
  fc.assert(
    fc.property(number, number, (left, right) => {
      expect(fast(left, right)).toBe(BigInt(pedersen(left, right)));
    }),
    { numRuns: 150 },
  );
});
