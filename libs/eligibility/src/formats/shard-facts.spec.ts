import { ShardFacts, shardNybblesOf } from './list-metadata';

/** Shard of addresses with these leading digits. */
const shard = (...starts: string[]) => {
  const facts = new ShardFacts();
  for (const start of starts) facts.wallet(`0x${start.padEnd(40, '0')}`);
  return facts.shard!;
};

describe('shardNybblesOf', () => {
  it.each([
    [[], 0],
    [[shard('35aa', '35bb')], 0],
    [[shard('35aa', '35bb'), shard('3fcc')], 2],
    [[shard('0a'), shard('b0')], 1],
    [[shard('abc0'), shard('abc1'), shard('abd0')], 4],
    [[shard('35aa', '3600'), shard('40')], 1],
    [[shard('35aa', '3600'), shard('37')], null],
    [[shard('35aa'), shard('35aa')], null],
  ])('returns the smallest number of digits by which the files differ: %#', (shards, nybbles) => {
    expect(shardNybblesOf(shards)).toBe(nybbles);
  });
});

describe('ShardFacts', () => {
  it('is null before the first address, and ignores an invalid proof', () => {
    expect(new ShardFacts().shard).toBeNull();
    const hash = `0x${'ab'.repeat(32)}`;
    const proofs = ([[hash, '0x00'], 'none', Array<string>(65).fill(hash)] as const).map((value) => {
      const facts = new ShardFacts();
      facts.wallet(`0x${'ab'.repeat(20)}`);
      facts.proof(value);
      return facts.shard?.proof;
    });
    expect(proofs).toEqual([null, null, null]);
  });
});
