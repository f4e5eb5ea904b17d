import * as fc from 'fast-check';
import { InMemoryTree, PORTABLE_HASH } from '@droptrack/eligibility';
import { runs } from '../../../../tools/test/runs';
import { LeafHashes } from './tree-root';

const FORMATS = ['openzeppelin', 'uniswap'] as const;

it.each(FORMATS)('the root of leaves in any order is that of the tree of format %s', (format) =>
  fc.assert(
    fc.asyncProperty(
      // Few first bytes, so that buckets have several leaves.
      fc.uniqueArray(fc.tuple(fc.constantFrom(0, 1, 255), fc.nat({ max: 2 ** 31 })), {
        minLength: 1,
        maxLength: 40,
        selector: (leaf) => leaf.join(),
      }),
      async (numbers) => {
        const leaves = numbers.map(([first, rest]) => {
          const bytes = Buffer.alloc(32, first);
          bytes.writeUInt32BE(rest, 20);
          return bytes;
        });
        const hashes = new LeafHashes();
        for (const leaf of leaves) hashes.push(leaf);
        const sorted = [...leaves].sort((a, b) => a.compare(b));
        const { root } = new InMemoryTree(format, Buffer.concat(sorted), PORTABLE_HASH);
        expect(await hashes.root(format, PORTABLE_HASH)).toEqual(root);
      },
    ),
    { numRuns: runs(10, 50) },
  ),
);

it('more leaves than the first buffer holds are kept', async () => {
  const hashes = new LeafHashes();
  const leaves = Array.from({ length: 5_000 }, (_, n) => {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(Math.imul(n + 1, 0x9e3779b1) >>> 0);
    return bytes;
  });
  for (const leaf of leaves) hashes.push(leaf);
  const { root } = new InMemoryTree('uniswap', Buffer.concat(leaves.sort((a, b) => a.compare(b))), PORTABLE_HASH);
  expect([hashes.length, await hashes.root('uniswap', PORTABLE_HASH)]).toEqual([5_000, root]);
});
