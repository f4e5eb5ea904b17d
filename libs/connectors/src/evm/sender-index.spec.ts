import { SenderIndex, SenderIndexCache } from './sender-index';

const indexOf = (senders: number): SenderIndex => {
  const index = new SenderIndex(1, { number: 9, hash: '0x', atMs: 0 });
  const logs = Array.from({ length: senders }, (_, n) => ({ block: 1, sender: String(n) }));
  index.add(logs, 9);
  return index;
};

describe('SenderIndexCache', () => {
  // Two polls that add to the same index would treat each other's half-read blocks as read.
  it('hands out an index to one poll at a time', () => {
    const cache = new SenderIndexCache();
    const index = indexOf(1);
    cache.put('a', index);
    expect([cache.take('a'), cache.take('a')]).toEqual([index, null]);
  });

  it('evicts the least recently used index to stay within its limit of senders', () => {
    const cache = new SenderIndexCache(10);
    for (const key of ['a', 'b', 'c']) cache.put(key, indexOf(3));
    cache.put('a', cache.take('a')!);
    cache.put('d', indexOf(4));
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.take(key) !== null)).toEqual(['a', 'c', 'd']);
  });

  it('measures an index again when it is put back', () => {
    const cache = new SenderIndexCache(10);
    cache.put('a', indexOf(8));
    cache.put('a', indexOf(2));
    cache.put('b', indexOf(8));
    expect([cache.take('a'), cache.take('b')]).not.toContain(null);
  });

  it('does not cache an index above the limit, and keeps the others', () => {
    const cache = new SenderIndexCache(10);
    cache.put('a', indexOf(3));
    cache.put('b', indexOf(11));
    expect([cache.take('a')?.senders, cache.take('b')]).toEqual([3, null]);
  });
});
