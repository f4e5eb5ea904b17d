import { type FollowedDistributor, type LedgerPage, UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import { BlockRanges, type SourceError } from '@droptrack/sources';
import fc from 'fast-check';
import { bytesToHex } from 'viem/utils';
import { BLOCK_SECONDS, FAKE_CONTRACT, type FakeClaim, FakeClaimChain, type FakeNode } from './fake-claim-chain';
import { readerOf } from './read-claims';
import { readLedger } from './read-ledger';

const WALLET = `0x${'ab'.repeat(20)}`;
const claimOf = (index: number, amount = 5n, wallet = WALLET): FakeClaim => ({ index, wallet, amount });
const distributor = (over: Partial<FollowedDistributor> = {}): FollowedDistributor => ({
  ...{
    dropId: 'linea',
    list: '',
    contract: `eip155:1:${FAKE_CONTRACT}`,
    rpc: 'fake',
    style: 'uniswap',
    token: null,
    fromBlock: null,
  },
  ...over,
});

/** A ledger in memory, to which pages are added as the database adds them. */
class Ledger {
  page: LedgerPage | null = null;
  failure: SourceError | null = null;
  claims: string[] = [];

  constructor(
    readonly chain: FakeClaimChain,
    readonly followed = distributor(),
  ) {}

  /** @param reads - requests for logs after which a reading ends. */
  async read(reads = Infinity): Promise<LedgerPage | null> {
    const chain = this.chain.chain();
    const { topics, address } = readerOf(this.followed);
    const logs = (from: number, upTo: number) => chain.logs({ contracts: [address], topics }, from, upTo);
    const ranges = new BlockRanges(logs, 2_000, null);
    const isSpent = () => ranges.requests >= reads;
    const onFailure = (failure: SourceError) => (this.failure = failure);
    const reading = { distributor: this.followed, chain, ranges, stored: this.page, isSpent, onFailure };
    const page = await readLedger(reading);
    if (page === null) return null;
    const added = page.claims.map(
      ({ block, logIndex, wallet, amount }) => `${block}/${logIndex} ${bytesToHex(wallet)} ${amount}`,
    );
    this.claims = page.isRestart ? added : [...this.claims, ...added];
    this.page = page;
    return page;
  }
}

const chainWith = (
  claims: Readonly<Record<number, FakeClaim[]>>,
  blocks: number,
  node: FakeNode = {},
  createdAt = 1,
) => {
  const chain = new FakeClaimChain(node, createdAt);
  for (let number = 1; number <= blocks; number++) chain.extend(claims[number] ?? []);
  return chain;
};

it('has every claim from the first block of the contract up to 64 blocks before the latest, with the time of its block', async () => {
  const chain = chainWith({ 40: [claimOf(0), claimOf(1)], 100: [claimOf(2, 7n)], 140: [claimOf(3)] }, 200, {}, 33);
  const ledger = new Ledger(chain);
  const page = await ledger.read();
  expect(page).toMatchObject({ isRestart: true, firstBlock: 33, block: 136, head: 200, terms: 'uniswap' });
  expect(ledger.claims).toEqual(chain.claimsUpTo(136));
  expect(page?.claims[2]).toMatchObject({ block: 100, amount: 7n, index: 2n, atMs: 100 * BLOCK_SECONDS * 1_000 });
  expect(page?.claims[2]?.recipient).toEqual(page?.claims[2]?.wallet);
});

it('asks a node that states no times once for each block with claims', async () => {
  const chain = chainWith({ 40: [claimOf(0), claimOf(1)], 100: [claimOf(2)] }, 200, { statesTimes: false });
  const page = await new Ledger(chain).read();
  expect(page?.claims.map(({ atMs }) => atMs)).toEqual([40, 40, 100].map((block) => block * BLOCK_SECONDS * 1_000));
});

it('continues where the last reading ended, and reads nothing twice', async () => {
  const chain = chainWith({ 5: [claimOf(0)], 50: [claimOf(1)], 90: [claimOf(2)] }, 200, { rangeBlocksMax: 10 });
  const ledger = new Ledger(chain);
  let pages = 0;
  while ((ledger.page?.block ?? 0) < 136) {
    await ledger.read(12);
    pages += 1;
  }
  expect(pages).toBe(2);
  expect(ledger.claims).toEqual(chain.claimsUpTo(136));
  expect(await ledger.read()).toMatchObject({ claims: [], block: 136, isRestart: false });
});

it('restarts when its block is no longer part of the chain', async () => {
  const chain = chainWith({ 50: [claimOf(0)], 120: [claimOf(1)] }, 200);
  const ledger = new Ledger(chain);
  await ledger.read();
  chain.revert(100);
  chain.extend([claimOf(7)]);
  chain.extendBy(120);
  expect(await ledger.read()).toMatchObject({ isRestart: true });
  expect(ledger.claims).toEqual(chain.claimsUpTo(ledger.page!.block));
});

it('restarts at the block of before, from a node that has lost the states in which to search for it', async () => {
  const chain = chainWith({ 50: [claimOf(0)], 120: [claimOf(1)] }, 200, {}, 33);
  const ledger = new Ledger(chain);
  await ledger.read();
  chain.revert(100);
  chain.extendBy(150);
  chain.node.stateBlocks = 100;
  expect(await ledger.read()).toMatchObject({ isRestart: true, firstBlock: 33, claims: [{ block: 50 }] });
});

it('restarts for another style, another contract, and an earlier first block, but not for a later one', async () => {
  const chain = chainWith({ 50: [claimOf(0)], 90: [claimOf(1)] }, 200, {}, 33);
  const ledger = new Ledger(chain);
  await ledger.read();
  const read = async (over: Partial<FollowedDistributor>, stored = ledger.page) => {
    const later = new Ledger(chain, distributor(over));
    later.page = stored;
    return later.read();
  };
  expect(await read({ fromBlock: 20 })).toMatchObject({ isRestart: true, firstBlock: 20 });
  expect(await read({ fromBlock: 60 })).toMatchObject({ isRestart: false, firstBlock: 33 });
  expect(await read({ style: 'cow' })).toMatchObject({ isRestart: true, terms: 'cow', block: 49, claims: [] });
  expect(await read({}, { ...ledger.page!, terms: 'linea' })).toMatchObject({ isRestart: true, terms: 'uniswap' });
  expect(await read({}, { ...ledger.page!, contract: 'eip155:1:0x' })).toMatchObject({ isRestart: true });
});

it('reads a contract that was destroyed, from a stated block on', async () => {
  const chain = chainWith({ 50: [claimOf(0)] }, 200, {}, 1_000);
  expect(await new Ledger(chain, distributor({ fromBlock: 40 })).read()).toMatchObject({
    firstBlock: 40,
    claims: [{ block: 50 }],
  });
});

it('keeps what it has read before a failure of the node, and continues there', async () => {
  const chain = chainWith({ 50: [claimOf(0)], 120: [claimOf(1)] }, 200, { rangeBlocksMax: 40 });
  const ledger = new Ledger(chain);
  chain.node.failsFrom = 100;
  expect(await ledger.read()).toMatchObject({ claims: [{ block: 50 }] });
  expect([ledger.page!.block < 100, ledger.failure?.kind]).toEqual([true, 'rate_limited']);
  chain.node.failsFrom = ledger.page!.block;
  await expect(ledger.read()).rejects.toThrow('too many requests');
  delete chain.node.failsFrom;
  expect(await ledger.read()).toMatchObject({ claims: [{ block: 120 }], block: 136 });
});

describe('nothing is stored', () => {
  it('from a node that is behind the ledger', async () => {
    const chain = chainWith({ 50: [claimOf(0)] }, 200);
    const ledger = new Ledger(chain);
    await ledger.read();
    chain.node.behind = 100;
    expect(await ledger.read()).toBeNull();
  });

  it('while the contract has no confirmed block', async () => {
    expect(await new Ledger(chainWith({}, 200, {}, 150)).read()).toBeNull();
  });

  it.each<[string, FakeNode, FollowedDistributor, RegExp, number?]>([
    ['another chain', { chainId: 10 }, distributor(), /serves chain 10, and the contract is eip155:1:0x/],
    ['no contract', {}, distributor(), /there is no contract at eip155:1:0x/, 1_000],
    [
      'a first block of the future',
      {},
      distributor({ fromBlock: 900 }),
      /from_block is 900, and the latest block of fake is 200/,
    ],
    ['a node without old states', { stateBlocks: 100 }, distributor(), /set claim\.from_block/],
    ['a style that is shared', {}, distributor({ style: 'merkl' }), /"merkl" are not followed/],
    ['logs of another style', {}, distributor({ style: 'linea', fromBlock: 50 }), /is no claim of the style "linea"/],
  ])('with %s', async (_, node, followed, message, createdAt = 1) => {
    const chain = chainWith({ 50: [claimOf(0)] }, 200, node, createdAt);
    await expect(async () => new Ledger(chain, followed).read()).rejects.toThrow(message);
  });
});

// The law of the ledger: whatever the chain does and the node accepts, it has the claims of the chain up to its block.
it('equals the chain after any reorganisations, growth and limits', async () => {
  const step = fc.record({
    revert: fc.integer({ min: 0, max: 250 }),
    blocks: fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }), { maxLength: 150 }),
    reads: fc.integer({ min: 1, max: 6 }),
    rangeBlocksMax: fc.constantFrom(7, 64, 1_000),
    statesTimes: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const chain = new FakeClaimChain({}, 1);
      const ledger = new Ledger(chain);
      for (const { revert, blocks, reads, ...node } of steps) {
        Object.assign(chain.node, node);
        chain.revert(revert);
        chain.extendBy(UNCONFIRMED_BLOCKS);
        for (const amounts of blocks) chain.extend(amounts.map((each, n) => claimOf(n, BigInt(each))));
        await ledger.read(reads);
        const isOfChain =
          ledger.page !== null &&
          ledger.page.block <= chain.head &&
          (await chain.chain().holds({ number: ledger.page.block, hash: ledger.page.blockHash, atMs: 0 }));
        if (isOfChain) expect(ledger.claims).toEqual(chain.claimsUpTo(ledger.page!.block));
      }
      chain.extendBy(400);
      while ((await ledger.read())?.block !== chain.head - UNCONFIRMED_BLOCKS);
      expect(ledger.claims).toEqual(chain.claimsUpTo(ledger.page!.block));
    }),
    { numRuns: 100 },
  );
});
