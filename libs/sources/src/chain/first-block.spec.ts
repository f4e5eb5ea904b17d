import fc from 'fast-check';
import { firstBlockSince } from './first-block';

/** A chain of these time stamps, in ms; counts how often it is looked at. */
function chainOf(stamps: readonly number[]) {
  const latest = { number: stamps.length - 1, atMs: stamps.at(-1)! };
  let looks = 0;
  return {
    search: (instantMs: number, blockMs = 2_000) =>
      firstBlockSince(
        instantMs,
        latest,
        async (number) => {
          looks += 1;
          return { number, atMs: stamps[number]! };
        },
        blockMs,
      ),
    looks: () => looks,
  };
}
const steadily = (blocks: number, blockMs: number) => Array.from({ length: blocks }, (_, n) => n * blockMs);

describe('the first block at or after an instant', () => {
  it('is found in any chain, blocks of one time stamp and leaps included', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 }), fc.integer({ max: 1e9, min: 1 })), {
          minLength: 1,
          maxLength: 200,
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 100_000 }),
        async (steps, where, blockMs) => {
          const stamps = steps.map((_, n) => steps.slice(0, n + 1).reduce((sum, step) => sum + step, 0));
          const instantMs = Math.floor(where * stamps.at(-1)!);
          const first = await chainOf(stamps).search(instantMs, blockMs);
          expect(first).toBe(stamps.findIndex((atMs) => atMs >= instantMs));
        },
      ),
    ));

  it('takes few looks where blocks come steadily, whatever was thought of their pace', async () => {
    const chain = chainOf(steadily(1_000_000, 250));
    expect(await chain.search(250 * 654_321, 250)).toBe(654_321);
    expect(chain.looks()).toBeLessThanOrEqual(4);
    expect(await chain.search(250 * 654_321, 12_000)).toBe(654_321);
    expect(chain.looks()).toBeLessThanOrEqual(4 + 6);
  });

  it('takes a look for each halving at most twice where they come as unsteadily as can be', async () => {
    const chain = chainOf(Array.from({ length: 20_000 }, (_, n) => Math.floor(1.001 ** n)));
    expect(await chain.search(1.001 ** 9_999.5)).toBe(10_000);
    expect(chain.looks()).toBeLessThanOrEqual(32);
  });

  it('gives up on a chain beyond reason, rather than asking for ever', async () => {
    const stampOf = async (number: number) => ({ number, atMs: number < 12_345 ? 0 : 1e15 });
    await expect(firstBlockSince(1, { number: 2 ** 50, atMs: 1e15 }, stampOf, 1)).rejects.toMatchObject({
      kind: 'wrong_shape',
    });
  });
});
