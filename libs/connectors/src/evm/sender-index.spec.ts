import { SenderIndex, SenderIndexCache } from './sender-index';

const tallyOf = (senders: number): SenderIndex => {
  const tally = new SenderIndex(1, { number: 9, hash: '0x', atMs: 0 });
  const deeds = Array.from({ length: senders }, (_, n) => ({ block: 1, sender: String(n) }));
  tally.add(deeds, 9);
  return tally;
};

describe('the shelf of tallies', () => {
  // Two polls that count into the same tally would count each other's half-read blocks as read.
  it('gives a tally to one poll at a time', () => {
    const shelf = new SenderIndexCache();
    const tally = tallyOf(1);
    shelf.put('a', tally);
    expect([shelf.take('a'), shelf.take('a')]).toEqual([tally, null]);
  });

  it('lets go of what was not asked for longest, and keeps no more senders than it may', () => {
    const shelf = new SenderIndexCache(10);
    for (const key of ['a', 'b', 'c']) shelf.put(key, tallyOf(3));
    shelf.put('a', shelf.take('a')!);
    shelf.put('d', tallyOf(4));
    expect(['a', 'b', 'c', 'd'].filter((key) => shelf.take(key) !== null)).toEqual(['a', 'c', 'd']);
  });

  it('counts a tally as large as it is when it is put back', () => {
    const shelf = new SenderIndexCache(10);
    shelf.put('a', tallyOf(8));
    shelf.put('a', tallyOf(2));
    shelf.put('b', tallyOf(8));
    expect([shelf.take('a'), shelf.take('b')]).not.toContain(null);
  });

  it('keeps the others rather than one that is larger than all may be', () => {
    const shelf = new SenderIndexCache(10);
    shelf.put('a', tallyOf(3));
    shelf.put('b', tallyOf(11));
    expect([shelf.take('a')?.senders, shelf.take('b')]).toEqual([3, null]);
  });
});
