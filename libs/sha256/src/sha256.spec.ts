import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { Sha256, sha256 } from './sha256';

const sumOf = (pieces: readonly Uint8Array[]): string => {
  const hash = new Sha256();
  for (const piece of pieces) hash.update(piece);
  return hexOf(hash.digest());
};
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('Sha256', () => {
  // Examples of NIST for FIPS 180-4.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('returns the digest of the standard for "%s"', (text, sum) => {
    expect(sumOf([utf8(text)])).toBe(sum);
  });

  it('returns the digest of the platform for any chunks', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, (given) => {
        const all = Uint8Array.from(given.flatMap((piece) => [...piece]));
        expect(sumOf(given)).toBe(createHash('sha256').update(all).digest('hex'));
      }),
      { numRuns: 300 },
    );
  });

  // With and without a separate block for the padding.
  it('returns the digest of the platform for every length around a block', () => {
    for (let length = 0; length <= 130; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => index);
      expect(sumOf([bytes])).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  // A request body is often a view of a larger buffer.
  it('reads only the bytes of a view, and does not keep them', () => {
    const all = Uint8Array.from({ length: 300 }, (_, index) => index);
    const view = all.subarray(50, 250);
    const expected = createHash('sha256').update(view).digest('hex');
    const hash = new Sha256().update(view);
    all.fill(0);
    expect(hexOf(hash.digest())).toBe(expected);
    expect(hexOf(sha256(utf8('abc')))).toBe(createHash('sha256').update('abc').digest('hex'));
  });

  // Its constants are computed: an engine with roots that differ in the last digits must get the same.
  it('starts with bits that rounding does not affect', () => {
    const primes = [...Array(312).keys()].filter(
      (n) => n > 1 && [...Array(n).keys()].every((d) => d < 2 || n % d !== 0),
    );
    const roots = [...primes.slice(0, 8).map(Math.sqrt), ...primes.map(Math.cbrt)];
    expect(primes).toHaveLength(64);
    for (const root of roots) {
      const [low, high] = [root * (1 - 2 ** -45), root * (1 + 2 ** -45)];
      expect(Math.floor((low % 1) * 2 ** 32)).toBe(Math.floor((high % 1) * 2 ** 32));
    }
  });
});
