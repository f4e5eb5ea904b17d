import { JsonRpcError, SourceError } from '@droptrack/sources';
import { numberToHex } from 'viem';
import type { ReadAmounts } from '../src/allocations/read-amounts';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { deployCallable } from './distributor';
import {
  amountsAbove0,
  confirm,
  differencesOf,
  type Fault,
  nodeOf,
  numberIn,
  rebuilt,
  rejected,
  rowsOf,
  walletsOf,
} from './rebuilt-list';

const missing = anvilMissing();
if (missing !== null) console.warn(`Lists of recipients are not rebuilt from a real chain: ${missing}`);

const UNIT = 10n ** 18n;

(missing === null ? describe : describe.skip)('a list of recipients, as Arbitrum sets them', () => {
  let anvil: Anvil;
  const height = async () => numberIn(await rpc<string>(anvil.url, 'eth_blockNumber'));
  const amounts = new Map(walletsOf(1_100).map((wallet, n) => [wallet, BigInt(n) * UNIT + 1n]));
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
  let store: Awaited<ReturnType<typeof deployCallable>>;
  let set = 0;
  beforeEach(async () => {
    anvil = await startAnvil();
    // Contracts of a real chain have blocks before them.
    await rpc(anvil.url, 'anvil_mine', '0x20');
    store = await deployCallable(anvil, 'RecipientStore');
    const wallets = [...amounts.keys()];
    for (let n = 0; n < wallets.length; n += 500) {
      const batch = wallets.slice(n, n + 500);
      await store.call(
        'setRecipients',
        batch,
        batch.map((wallet) => amounts.get(wallet)),
      );
      await rpc(anvil.url, 'anvil_mine', '0x5');
    }
    set = (await height()) - 5;
  });
  afterEach(() => anvil.close());

  it('has all amounts, also of wallets that have claimed since, confirmed before the first claim', async () => {
    for (const wallet of walletsOf(3)) await store.call('claimFor', wallet);
    await confirm(anvil);
    const list = await rebuilt(nodeOf(anvil).chain, 'arbitrum', store.address).list;
    expect(rowsOf(list)).toEqual(amountsAbove0(amounts));
    expect([list.total, list.block.number]).toEqual([total, (await height()) - 64]);
    expect(list.verified).toEqual({
      totals: [{ name: 'totalClaimable()', value: total }],
      wallets: 1_000,
      walletsBlock: set,
    });
  });

  it('is as of the stated block', async () => {
    await confirm(anvil);
    const { list } = rebuilt(nodeOf(anvil).chain, 'arbitrum', store.address, { block: set - 1 });
    expect((await list).rows).toHaveLength(1_000);
  });

  it('needs a block with the contract, which is destroyed in the end', async () => {
    await confirm(anvil);
    await rpc(anvil.url, 'anvil_setCode', store.address, '0x');
    const at = await height();
    await confirm(anvil);
    const error = await rejected(rebuilt(nodeOf(anvil).chain, 'arbitrum', store.address).list);
    expect(error).toMatchObject({
      message: expect.stringMatching(/no contract at eip155:31337:0x\w{40} in block \d+: state a block with it/),
    });
    const { list } = rebuilt(nodeOf(anvil).chain, 'arbitrum', store.address, { block: at - 64 });
    expect((await list).total).toBe(total);
  });

  it('has the same rows from a node that accepts 10 blocks in a request, as the free tier of a provider', async () => {
    await confirm(anvil);
    const ranges: number[] = [];
    const node = nodeOf(anvil, async (next, method, params, max) => {
      const [{ fromBlock, toBlock } = {}] = params as { fromBlock?: string; toBlock?: string }[];
      if (method !== 'eth_getLogs') return next(method, params, max);
      ranges.push(numberIn(toBlock) - numberIn(fromBlock) + 1);
      if (ranges.at(-1)! > 10) throw new JsonRpcError('too_large', 'local: up to a 10 block range', true);
      return next(method, params, max);
    });
    expect(rowsOf(await rebuilt(node.chain, 'arbitrum', store.address).list)).toEqual(amountsAbove0(amounts));
    // A length that was rejected is not requested again.
    expect(ranges.filter((blocks) => blocks > 10).length).toBeLessThan(10);
  });

  it.each<[string, Fault]>([
    [
      'a node that truncates its responses',
      async (next, method, params, max) => {
        const result = await next(method, params, max);
        return method === 'eth_getLogs' ? (result as unknown[]).slice(0, 1_050) : result;
      },
    ],
    [
      'a node that lacks the logs of a block',
      async (next, method, params, max) => {
        const result = await next(method, params, max);
        return method === 'eth_getLogs'
          ? (result as { blockNumber: string }[]).filter(({ blockNumber }) => numberIn(blockNumber) !== set)
          : result;
      },
    ],
  ])('is rejected with both totals for %s', async (_, fault) => {
    await confirm(anvil);
    const error = await rejected(rebuilt(nodeOf(anvil, fault).chain, 'arbitrum', store.address).list);
    const [first] = differencesOf(error);
    const [, stated, summed] = /^totalClaimable\(\) is (\d+), and the logs sum to (\d+)$/.exec(first ?? '') ?? [];
    expect(BigInt(stated ?? 0)).toBe(total);
    expect(BigInt(summed ?? 0)).toBeLessThan(total);
  });

  it('is rejected with both values for a wallet that claimed before the last amount was set', async () => {
    const [wallet = '0x'] = walletsOf(1);
    await store.call('claimFor', wallet);
    await store.call('setRecipients', walletsOf(1, 9_999), [5n]);
    await confirm(anvil);
    const error = await rejected(rebuilt(nodeOf(anvil).chain, 'arbitrum', store.address).list);
    expect(differencesOf(error)).toEqual([
      `claimableTokens(address) of ${wallet.slice(0, 6)}…${wallet.slice(-4)} is 0, and 1 by the logs`,
    ]);
  });

  it('is rejected by the node of another chain, and by one that does not know old states', async () => {
    await confirm(anvil);
    const other = nodeOf(anvil, async (next, method, ...rest) =>
      method === 'eth_chainId' ? '0x1' : next(method, ...rest),
    );
    expect(await rejected(rebuilt(other.chain, 'arbitrum', store.address).list)).toMatchObject({
      message: expect.stringContaining('serves chain 1, and the contract is eip155:31337'),
    });
    const pruned = nodeOf(anvil, async (next, method, params, max) => {
      const isOld = params[1] !== 'latest' && numberIn(params[1]) < (await height()) - 100;
      if ((method === 'eth_call' || method === 'eth_getCode') && isOld)
        throw new JsonRpcError('status', 'local: missing trie node');
      return next(method, params, max);
    });
    await confirm(anvil);
    const { list } = rebuilt(pruned.chain, 'arbitrum', store.address);
    expect(await rejected(list)).toMatchObject({
      message: expect.stringContaining('the first block is found: state it'),
    });
    const stated = rebuilt(pruned.chain, 'arbitrum', store.address, { fromBlock: 1 });
    expect(await rejected(stated.list)).toMatchObject({
      kind: 'unable',
      message: expect.stringContaining('archive'),
    });
  });

  it('is rejected if its last block was replaced while it was read', async () => {
    await confirm(anvil);
    const at = (await height()) - 64;
    let requests = 0;
    const node = nodeOf(anvil, async (next, method, params, max) => {
      const result = await next(method, params, max);
      const isLast = method === 'eth_getBlockByNumber' && params[0] === numberToHex(at);
      return isLast && ++requests > 1 ? { ...(result as object), hash: `0x${'00'.repeat(32)}` } : result;
    });
    const error = await rejected(rebuilt(node.chain, 'arbitrum', store.address).list);
    expect(error).toMatchObject({ message: `block ${at} was replaced: run it again` });
  });

  it('continues where a run ended, and starts again if its blocks were replaced', async () => {
    await confirm(anvil);
    const failsFrom = (block: number): Fault => {
      return async (next, method, params, max) => {
        const [{ fromBlock, toBlock } = {}] = params as { fromBlock?: string; toBlock?: string }[];
        if (method !== 'eth_getLogs') return next(method, params, max);
        if (numberIn(toBlock) - numberIn(fromBlock) >= 4) throw new JsonRpcError('too_large', 'local: 4 blocks', true);
        if (numberIn(toBlock) >= block) throw new SourceError('rate_limited', 'local: too many requests');
        return next(method, params, max);
      };
    };
    const broken = rebuilt(nodeOf(anvil, failsFrom(set)).chain, 'arbitrum', store.address);
    expect(await rejected(broken.list)).toMatchObject({ kind: 'rate_limited' });
    const [stored] = broken.saved as [ReadAmounts];
    expect(stored).toMatchObject({ lastChange: set - 6 });
    expect(stored.upTo).toBeLessThan(set);

    const node = nodeOf(anvil);
    const list = await rebuilt(node.chain, 'arbitrum', store.address, { stored }).list;
    expect(rowsOf(list)).toEqual(amountsAbove0(amounts));
    const [, [filter] = []] = node.calls.find(([method]) => method === 'eth_getLogs') ?? [];
    expect(numberIn((filter as { fromBlock: string }).fromBlock)).toBe(stored.upTo + 1);

    const replaced = { ...stored, target: { ...stored.target, hash: `0x${'00'.repeat(32)}` } };
    const again = await rebuilt(nodeOf(anvil).chain, 'arbitrum', store.address, { stored: replaced }).list;
    expect(rowsOf(again)).toEqual(amountsAbove0(amounts));
  });
});
