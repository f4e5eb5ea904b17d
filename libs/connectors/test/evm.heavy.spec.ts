import { evmConnector } from '../src/evm/evm';
import type { EvmQuery } from '../src/evm/query';
import type { Json } from '@droptrack/sources';
import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { anvilMissing, rpc } from '../../../tools/test/anvil';
import { type TokenCall, TokenChain } from './token-chain';

const HOUR_S = 3_600;
/** The chain begins two days before. */
const NOW_S = Date.UTC(2026, 8, 1, 12) / 1_000;
const ACCOUNTS = 40;

const missing = anvilMissing();
if (missing !== null) console.warn(`Counting on a real chain is not tested: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

const transfers = (...from: readonly number[]): TokenCall[] =>
  from.map((account) => ({ from: account, call: 'transfer', to: (account + 1) % ACCOUNTS }));
const range = (from: number, upTo: number): number[] => Array.from({ length: upTo - from + 1 }, (_, n) => from + n);

describeChain('unique senders on a real chain', () => {
  let chain: TokenChain;
  let beginning: string;
  beforeAll(async () => {
    chain = await TokenChain.start({ genesisSeconds: NOW_S - 48 * HOUR_S, accounts: ACCOUNTS });
    beginning = await chain.ask<string>('evm_snapshot');
  });
  afterAll(() => chain?.close());
  beforeEach(async () => {
    await chain.ask('evm_revert', beginning);
    beginning = await chain.ask<string>('evm_snapshot');
  });

  /** Polls one connector repeatedly, for the event of each call. */
  function following(url = chain.url) {
    const connector = evmConnector({ rpcUrls: new Map([['local', [url]]]) });
    let memory: Json = null;
    return async (event?: string) => {
      const query: EvmQuery = connector.parseQuery({ rpc: 'local', contract: chain.token, ...(event && { event }) });
      const collected = await connector.read(pollOf(query, { nowMs: (await chain.latest()).atMs, memory }));
      memory = collected.memory;
      return collected.readings[0]?.value;
    };
  }

  it('counts the senders of the last 24 hours, without earlier transfers and without mints', async () => {
    await chain.mine({ calls: transfers(...range(0, 9)), atSeconds: NOW_S - 24 * HOUR_S - 1 });
    await chain.mine({ calls: transfers(...range(5, 19), 5), atSeconds: NOW_S - 24 * HOUR_S });
    await chain.mine({ calls: transfers(...range(10, 24)), atSeconds: NOW_S - 3 * HOUR_S });
    await chain.mine({ calls: range(25, 39).map((to) => ({ from: 0, call: 'mint', to })), atSeconds: NOW_S });
    expect(await following()()).toBe(20);
  });

  it('counts the event that the drop names, and no other', async () => {
    await chain.mine({ calls: transfers(...range(0, 9)), atSeconds: NOW_S - HOUR_S });
    await chain.mine({ calls: range(8, 12).map((from) => ({ from, call: 'deposit' })), atSeconds: NOW_S });
    expect(await following()('Deposit(address,uint256)')).toBe(5);
    expect(await following()()).toBe(10);
  });

  it('follows the canonical chain when its last blocks are replaced', async () => {
    await chain.mine({ calls: transfers(...range(0, 9)), atSeconds: NOW_S - 2 * HOUR_S });
    await chain.mineEmpty(200, 12);
    await chain.mine({ calls: transfers(...range(10, 14)) });
    const poll = following();
    expect(await poll()).toBe(15);
    const { hash } = await chain.latest();
    await chain.reorganise(3, transfers(20, 21));
    expect((await chain.latest()).hash).not.toBe(hash);
    expect(await poll()).toBe(12);
    await chain.mine({ calls: transfers(22) });
    expect(await poll()).toBe(13);
  });

  // The memory of the earlier poll covers blocks that no longer exist.
  it('follows the canonical chain when a day that was already read is replaced', async () => {
    await chain.mine({ calls: [], atSeconds: NOW_S - 20 * HOUR_S });
    const before = await chain.ask<string>('evm_snapshot');
    await chain.mine({ calls: transfers(...range(0, 29)), atSeconds: NOW_S - 10 * HOUR_S });
    await chain.mineEmpty(300, 12);
    const poll = following();
    expect(await poll()).toBe(30);
    await chain.ask('evm_revert', before);
    await chain.mine({ calls: transfers(...range(0, 3)), atSeconds: NOW_S - 10 * HOUR_S });
    await chain.mineEmpty(310, 12);
    expect(await poll()).toBe(4);
  });

  it('counts the same with each poll as a first poll of the whole day', async () => {
    const poll = following();
    await chain.mine({ calls: [], atSeconds: NOW_S - 40 * HOUR_S });
    for (let hour = 0; hour < 40; hour += 4) {
      const atSeconds = NOW_S - (39 - hour) * HOUR_S;
      await chain.mine({ calls: transfers(hour, (hour * 7) % ACCOUNTS, 3), atSeconds });
      await chain.mineEmpty(70, 30);
      expect(await poll()).toBe(await following()());
    }
  });

  describe('whose node rejects long ranges', () => {
    let gateway: FakeServer;
    let errorFor: (blocks: number) => { code: number; message: string } | null;
    const gate: FakeHandler = async ({ body }) => {
      const { id, method, params } = JSON.parse(body);
      const error =
        method === 'eth_getLogs' ? errorFor(Number(params[0].toBlock) - Number(params[0].fromBlock) + 1) : null;
      if (error !== null) return { body: { jsonrpc: '2.0', id, error } };
      return { body: { jsonrpc: '2.0', id, result: await rpc(chain.url, method, ...params) } };
    };
    beforeAll(async () => {
      gateway = await startFakeServer(gate);
    });
    afterAll(() => gateway?.close());

    it.each([
      [100, { code: -32602, message: 'range 1000000 exceeds limit of 100' }],
      [37, { code: -32005, message: 'query returned more than 10000 results' }],
      [10, { code: -32600, message: 'under the free plan eth_getLogs requests go up to a 10 block range' }],
      [120, { code: -32603, message: 'internal error' }],
    ])('counts all senders in ranges of %i blocks', async (blocksMax, error) => {
      errorFor = (blocks) => (blocks > blocksMax ? error : null);
      await chain.mine({ calls: [], atSeconds: NOW_S - 20 * HOUR_S });
      for (const first of [0, 10, 20, 30]) {
        await chain.mine({ calls: transfers(...range(first, first + 9)) });
        await chain.mineEmpty(150, 12);
      }
      expect(await following(gateway.url)()).toBe(40);
    });
  });
});
