import { keccak_256 } from '@noble/hashes/sha3';
import * as fc from 'fast-check';
import { keccak256 } from './keccak256';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('keccak256', () => {
  // Published by the authors of Keccak, and by Ethereum for the empty text.
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ])('returns the published digest for "%s"', (text, digest) => {
    expect(hex(keccak256(new TextEncoder().encode(text)))).toBe(digest);
  });

  // The padding of a block that lacks one byte is a single byte, 0x81.
  it('returns the digest of an audited implementation for every length around two blocks', () => {
    for (let length = 0; length <= 300; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
      expect(hex(keccak256(bytes))).toBe(hex(keccak_256(bytes)));
    }
  });

  it('returns the digest of an audited implementation for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => hex(keccak256(bytes)) === hex(keccak_256(bytes))),
      { numRuns: 1_000 },
    );
  });

  it('reads only the bytes of a view, and neither changes nor keeps them', () => {
    const all = Uint8Array.from({ length: 300 }, (_, index) => index);
    const view = all.subarray(50, 250);
    const digest = keccak256(view);
    expect(hex(digest)).toBe(hex(keccak_256(view)));
    all.fill(0);
    expect(hex(keccak256(new Uint8Array(200)))).not.toBe(hex(digest));
  });
});
