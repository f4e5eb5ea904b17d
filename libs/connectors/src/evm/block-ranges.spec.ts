import fc from 'fast-check';
import { SourceError } from '../port';
import { BlockRanges } from './block-ranges';
import type { Block, SenderLog } from './chain';
import { SenderIndex } from './sender-index';

const anchor: Block = { number: Number.MAX_SAFE_INTEGER, hash: '0x', atMs: 0 };
const within = (deeds: readonly SenderLog[], from: number, upTo: number) =>
  deeds.filter(({ block }) => block >= from && block <= upTo);
const sendersOf = (deeds: readonly SenderLog[]) => new Set(deeds.map(({ sender }) => sender)).size;

const someDeeds = fc.array(
  fc.record({ block: fc.integer({ min: 0, max: 300 }), sender: fc.constantFrom(...'abcdefghijkl') }),
  { maxLength: 80 },
);

describe('reading a range in pieces', () => {
  // The node's limits are what they are, and a poll may end anywhere: the figure must not know.
  it('counts as one piece would, whatever the node refuses and however far earlier polls came', () =>
    fc.assert(
      fc.asyncProperty(
        someDeeds,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }),
        fc.integer({ min: 0, max: 300 }),
        async (deeds, blocksAtFirst, blocksMax, deedsMax, pauses, windowFrom) => {
          const tally = new SenderIndex(0, anchor);
          let blocks = blocksAtFirst;
          for (const upTo of [...pauses.sort((a, b) => a - b), 300]) {
            const ranges = new BlockRanges(async (from, to) => {
              const found = within(deeds, from, to);
              const isTooMuch = to - from >= blocksMax || (to > from && found.length > deedsMax);
              if (isTooMuch) throw new SourceError('too_large', 'range too large');
              return found;
            }, blocks);
            for await (const stretch of ranges.stretches(tally.upTo + 1, upTo)) tally.add(stretch.logs, stretch.upTo);
            blocks = ranges.blocks;
          }
          tally.removeBefore(windowFrom);
          expect(tally.senders).toBe(sendersOf(within(deeds, windowFrom, 300)));
        },
      ),
    ));

  /** A node that answers up to `blocksMax` blocks, and fails over more in the given way. */
  const node = (blocksMax: number, error: Error) => {
    const asked: number[] = [];
    const read = async (from: number, to: number): Promise<SenderLog[]> => {
      asked.push(to - from + 1);
      if (to - from >= blocksMax) throw error;
      return [];
    };
    return { asked, read };
  };
  const readAll = async (ranges: BlockRanges, upTo: number) => {
    let last = 0;
    for await (const stretch of ranges.stretches(1, upTo)) last = stretch.upTo;
    return last;
  };

  it('halves what is refused, and goes on from what went well', async () => {
    const { asked, read } = node(600, new SourceError('too_large', ''));
    const ranges = new BlockRanges(read, 2_000);
    await readAll(ranges, 1_600);
    expect(asked).toEqual([1_600, 800, 400, 425, 452, 323]);
    expect(ranges.blocks).toBe(481);
  });

  it('tells what the node says of a single block', async () => {
    const error = new SourceError('too_large', 'more than 10000 results');
    await expect(readAll(new BlockRanges(node(0, error).read, 2_000), 5)).rejects.toBe(error);
  });

  it.each(['timeout', 'status', 'wrong_shape'] as const)('tries a few times whether less helps: %s', async (kind) => {
    const error = new SourceError(kind, '');
    await expect(readAll(new BlockRanges(node(250, error).read, 2_000), 2_000)).resolves.toBe(2_000);
    const { asked, read } = node(0, error);
    await expect(readAll(new BlockRanges(read, 2_000), 2_000)).rejects.toBe(error);
    expect(asked).toHaveLength(4);
  });

  it.each(['rate_limited', 'down', 'network', 'unauthorized', 'not_found'] as const)(
    'leaves the node alone when it is told so: %s',
    async (kind) => {
      const { asked, read } = node(0, new SourceError(kind, ''));
      await expect(readAll(new BlockRanges(read, 2_000), 2_000)).rejects.toMatchObject({ kind });
      expect(asked).toHaveLength(1);
    },
  );

  it('ends when a poll would take too many requests, or too many logs', async () => {
    const single = node(1, new SourceError('too_large', ''));
    await expect(readAll(new BlockRanges(single.read, 1), 2_000)).rejects.toMatchObject({ kind: 'too_large' });
    expect(single.asked.length).toBeLessThanOrEqual(1_000);
    const many = new Array<SenderLog>(100_000).fill({ block: 1, sender: 'a' });
    const flood = new BlockRanges(async () => many, 1);
    await expect(readAll(flood, 21)).rejects.toMatchObject({ kind: 'too_large' });
  });
});
