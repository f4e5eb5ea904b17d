import fc from 'fast-check';
import {
  SourceError,
  BlockRanges,
  nextRejectedLength,
  readRejectedLength,
  JsonRpcError,
  type Block,
  type SenderLog,
} from '@droptrack/sources';
import { SenderIndex } from './sender-index';

const anchor: Block = { number: Number.MAX_SAFE_INTEGER, hash: '0x', atMs: 0 };
const within = (logs: readonly SenderLog[], from: number, upTo: number) =>
  logs.filter(({ block }) => block >= from && block <= upTo);
const sendersOf = (logs: readonly SenderLog[]) => new Set(logs.map(({ sender }) => sender)).size;

const someLogs = fc.array(
  fc.record({ block: fc.integer({ min: 0, max: 300 }), sender: fc.constantFrom(...'abcdefghijkl') }),
  { maxLength: 80 },
);

describe('BlockRanges', () => {
  // Nodes have different limits, and a poll may end at any block; neither may change the count.
  it('counts the same as one request would, whatever ranges the node rejects and wherever earlier polls ended', () =>
    fc.assert(
      fc.asyncProperty(
        someLogs,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }),
        fc.integer({ min: 0, max: 300 }),
        async (logs, blocksAtFirst, blocksMax, logsMax, pauses, windowFrom) => {
          const index = new SenderIndex(0, anchor);
          let blocks = blocksAtFirst;
          for (const upTo of [...pauses.sort((a, b) => a - b), 300]) {
            const ranges = new BlockRanges(async (from, to) => {
              const found = within(logs, from, to);
              const isTooMuch = to - from >= blocksMax || (to > from && found.length > logsMax);
              if (isTooMuch) throw new SourceError('too_large', 'range too large');
              return found;
            }, blocks);
            for await (const stretch of ranges.stretches(index.upTo + 1, upTo)) index.add(stretch.logs, stretch.upTo);
            blocks = ranges.blocks;
          }
          index.removeBefore(windowFrom);
          expect(index.senders).toBe(sendersOf(within(logs, windowFrom, 300)));
        },
      ),
    ));

  /** A node that serves up to `blocksMax` blocks per request, and throws `error` above that. */
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

  it('halves a rejected range, and grows again from the size that succeeded', async () => {
    const { asked, read } = node(600, new SourceError('too_large', ''));
    const ranges = new BlockRanges(read, 2_000);
    await readAll(ranges, 1_600);
    expect(asked).toEqual([1_600, 800, 400, 425, 452, 323]);
    expect(ranges.blocks).toBe(481);
  });

  const tooLong = new JsonRpcError('too_large', 'exceed maximum block range', true);

  // Each rejected request counts against the budget of the source, and against the quota of its plan.
  it('requests no length again that the node has rejected as such', async () => {
    const { asked, read } = node(10, tooLong);
    const ranges = new BlockRanges(read, 2_000);
    await readAll(ranges, 5_000);
    expect(asked.filter((blocks) => blocks > 10)).toEqual([2_000, 1_000, 500, 250, 125, 62, 31, 15, 11]);
    expect([ranges.blocks, ranges.rejected]).toEqual([10, 11]);
    const later = new BlockRanges(node(10, tooLong).read, 2_000, ranges.rejected);
    await readAll(later, 5_000);
    expect([later.blocks, later.requests]).toEqual([10, 500]);
  });

  it('goes on with the longest range that succeeded, and with half of it if the node then rejects that, too', async () => {
    const asked: number[] = [];
    const ranges = new BlockRanges(async (from, to) => {
      asked.push(to - from + 1);
      if (to - from >= (from > 200 ? 50 : 100)) throw tooLong;
      return [];
    }, 96);
    await readAll(ranges, 400);
    expect(asked).toEqual([96, 102, 96, 101, 96, 100, 96, 48, 51, 48, 16]);
  });

  it('remembers a rejected length for a day from its first rejection', () => {
    const dayMs = 86_400_000;
    const first = nextRejectedLength({ rejected: 11 }, null, 1_000);
    expect(nextRejectedLength({ rejected: 11 }, first, 9_000)).toEqual({ blocks: 11, atMs: 1_000 });
    expect(nextRejectedLength({ rejected: 5 }, first, 9_000)).toEqual({ blocks: 5, atMs: 9_000 });
    expect([999 + dayMs, 1_000 + dayMs].map((nowMs) => readRejectedLength(first, nowMs)?.blocks)).toEqual([
      11,
      undefined,
    ]);
    expect([null, undefined, { blocks: 0, atMs: 1 }].map((stored) => readRejectedLength(stored, 1))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('leaves the rest to the next poll once it is spent, after one piece at least', async () => {
    const ranges = new BlockRanges(node(10, tooLong).read, 10);
    const upTo: number[] = [];
    for await (const stretch of ranges.stretches(1, 100, () => true)) upTo.push(stretch.upTo);
    expect(upTo).toEqual([10]);
  });

  it('throws the error of the node when a single block is too large', async () => {
    const error = new SourceError('too_large', 'more than 10000 results');
    await expect(readAll(new BlockRanges(node(0, error).read, 2_000), 5)).rejects.toBe(error);
  });

  it.each(['timeout', 'status', 'wrong_shape'] as const)('tries smaller ranges a few times: %s', async (kind) => {
    const error = new SourceError(kind, '');
    await expect(readAll(new BlockRanges(node(250, error).read, 2_000), 2_000)).resolves.toBe(2_000);
    const { asked, read } = node(0, error);
    await expect(readAll(new BlockRanges(read, 2_000), 2_000)).rejects.toBe(error);
    expect(asked).toHaveLength(4);
  });

  it.each(['rate_limited', 'down', 'network', 'unauthorized', 'not_found'] as const)(
    'does not retry an error that a smaller range cannot fix: %s',
    async (kind) => {
      const { asked, read } = node(0, new SourceError(kind, ''));
      await expect(readAll(new BlockRanges(read, 2_000), 2_000)).rejects.toMatchObject({ kind });
      expect(asked).toHaveLength(1);
    },
  );

  it('fails with too_large when a poll would take too many requests or too many logs', async () => {
    const single = node(1, new SourceError('too_large', ''));
    await expect(readAll(new BlockRanges(single.read, 1), 2_000)).rejects.toMatchObject({ kind: 'too_large' });
    expect(single.asked.length).toBeLessThanOrEqual(1_000);
    const many = new Array<SenderLog>(100_000).fill({ block: 1, sender: 'a' });
    const flood = new BlockRanges(async () => many, 1);
    await expect(readAll(flood, 21)).rejects.toMatchObject({ kind: 'too_large' });
  });
});
