import { proofIndex } from './proof';

const LEAF = { wallet: new Uint8Array(20).fill(7), amount: 5n, index: null };
const [LOWEST, HIGHEST] = [`0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`];

describe('proofIndex', () => {
  // Same computation as ENS's contract: another index would be the claim of another wallet.
  it('has a bit per node, the first as the highest, 1 if the sibling is less', () => {
    const index = (...proof: string[]) => proofIndex('ens', LEAF, proof);
    expect(index()).toBe(0n);
    expect(index(HIGHEST, HIGHEST, HIGHEST)).toBe(0n);
    expect(index(LOWEST, HIGHEST, HIGHEST)).toBe(4n);
    expect(index(HIGHEST, LOWEST, HIGHEST)).toBe(2n);
    expect(index(HIGHEST, HIGHEST, LOWEST)).toBe(1n);
    expect(index(LOWEST, LOWEST, LOWEST)).toBe(7n);
  });

  it('is exact for a proof of 64 nodes', () => {
    expect(proofIndex('ens', LEAF, Array<string>(64).fill(LOWEST))).toBe(2n ** 64n - 1n);
  });
});
