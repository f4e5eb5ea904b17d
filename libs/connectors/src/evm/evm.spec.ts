import { numberToHex } from 'viem/utils';
import type { Json } from '../port';
import { pollOf } from '../testing/poll';
import { type FakeHandler, type FakeRequest, type FakeServer, startFakeServer } from '../testing/fake-server';
import { evmConnector } from './evm';
import { parseEvmQuery } from './query';
import { fakeEvm, type EvmFixture, type EvmFixtureLog } from './fake-source';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const BLOCK_MS = 12_000;
const GENESIS_MS = Date.UTC(2024, 0, 1);
const CONTRACT = '0x1111111111111111111111111111111111111111';
const query = parseEvmQuery({ rpc: 'linea', contract: CONTRACT });
const NOBODY = 0;

/** The block of an instant. */
const at = (atMs: number): number => Math.floor((atMs - GENESIS_MS) / BLOCK_MS);
const sent = (sender: number, block: number, rest: Partial<EvmFixtureLog> = {}): EvmFixtureLog => ({
  block,
  contract: CONTRACT,
  topics: [query.topic, numberToHex(sender, { size: 32 }), numberToHex(0xdead, { size: 32 })],
  ...rest,
});
const fixtureOf = (more: Partial<EvmFixture>): EvmFixture => ({ nowMs: () => NOW_MS, ...more });

let answering: FakeHandler;
let node: FakeServer;
beforeAll(async () => {
  node = await startFakeServer((asked) => answering(asked));
});
afterAll(() => node.close());

const connector = () => evmConnector({ rpcUrls: new Map([['linea', node.url]]) });
const collectOnce = (fixture: EvmFixture, memory: Json = null) => {
  answering = fakeEvm(fixture);
  return connector().collect(pollOf(query, { nowMs: NOW_MS, memory }));
};
const valueOf = async (fixture: EvmFixture) => (await collectOnce(fixture)).readings[0]?.value;
const methodOf = ({ body }: FakeRequest) => (JSON.parse(body) as { method: string }).method;

/** Polls one connector again and again; tells the figure and how many blocks' logs were asked for. */
function following(fixture: EvmFixture) {
  const followed = connector();
  let memory: Json = null;
  return async (nowMs = fixture.nowMs()) => {
    fixture.nowMs = () => nowMs;
    answering = fakeEvm(fixture);
    const before = node.requests.length;
    const { readings, memory: kept } = await followed.collect(pollOf(query, { nowMs, memory }));
    memory = kept;
    const filters = node.requests
      .slice(before)
      .filter((asked) => methodOf(asked) === 'eth_getLogs')
      .map(({ body }) => (JSON.parse(body) as { params: [{ fromBlock: string; toBlock: string }] }).params[0]);
    const blocks = filters.reduce((sum, filter) => sum + Number(filter.toBlock) - Number(filter.fromBlock) + 1, 0);
    return { value: readings[0]?.value, blocks };
  };
}

describe('unique senders of an EVM chain', () => {
  it('counts each sender of the last 24 hours once, and the zero address never', async () => {
    const end = at(NOW_MS);
    const begin = at(NOW_MS - 24 * HOUR_MS);
    const logs = [
      sent(1, begin - 1),
      sent(2, begin),
      sent(2, end),
      sent(3, end - 5_000),
      sent(4, end),
      sent(NOBODY, end - 7),
      sent(5, end, { contract: '0x2222222222222222222222222222222222222222' }),
    ];
    const { readings } = await collectOnce(fixtureOf({ logs }));
    expect(readings).toEqual([{ signal: 'active_wallets', value: 3, observedAtMs: NOW_MS }]);
  });

  it('counts whoever is at several contracts once', async () => {
    answering = fakeEvm(fixtureOf({ sendersPerDay: 700 }));
    const two = parseEvmQuery({ rpc: 'linea', contract: [CONTRACT, `0x${'2'.repeat(40)}`] });
    const { readings } = await connector().collect(pollOf(two, { nowMs: NOW_MS }));
    expect(readings[0]?.value).toBe(700);
  });

  it.each([
    ['blocks of 2 s', { blockMs: 2_000 }],
    ['several blocks a second', { blockMs: 250 }],
    ['few blocks at once', { rangeBlocksMax: 150 }],
    ['few logs at once', { logsMax: 40 }],
  ])('counts the same on a node of %s', async (_, limits) =>
    expect(await valueOf(fixtureOf({ sendersPerDay: 1_000, ...limits }))).toBe(1_000),
  );

  it('counts all there is on a chain younger than a day', async () => {
    const genesisMs = NOW_MS - 10 * HOUR_MS;
    expect(await valueOf(fixtureOf({ genesisMs, logs: [sent(1, 1), sent(2, 3_000)] }))).toBe(2);
  });

  it('dates the figure at the latest block, and its 24 hours end there, also where the chain stands still', async () => {
    const stoodMs = NOW_MS - 30 * HOUR_MS;
    const logs = [sent(1, at(stoodMs)), sent(2, at(stoodMs - 23 * HOUR_MS)), sent(3, at(stoodMs - 25 * HOUR_MS))];
    const { readings } = await collectOnce(fixtureOf({ nowMs: () => stoodMs, logs }));
    expect(readings).toEqual([{ signal: 'active_wallets', value: 2, observedAtMs: stoodMs }]);
  });

  it('gives no figure where the node does not give the blocks that are asked for', async () => {
    const honest = fakeEvm(fixtureOf({ sendersPerDay: 5 }));
    for (const other of ['null', '{"number":"0x1","hash":"0x' + 'a'.repeat(64) + '","timestamp":"0x1"}']) {
      answering = (asked) => {
        const isOfNumber = asked.body.includes('eth_getBlockByNumber') && !asked.body.includes('latest');
        return isOfNumber ? { body: `{"id":${JSON.parse(asked.body).id},"result":${other}}` } : honest(asked);
      };
      const poll = pollOf(query, { nowMs: NOW_MS });
      await expect(connector().collect(poll)).rejects.toMatchObject({ kind: 'wrong_shape' });
    }
  });

  it('never dates the figure in the future', async () => {
    const { readings } = await collectOnce(fixtureOf({ nowMs: () => NOW_MS + HOUR_MS, sendersPerDay: 5 }));
    expect(readings[0]?.observedAtMs).toBe(NOW_MS);
  });

  it('says 0 of a contract that nobody used, and of no contract that there is none', async () => {
    expect(await valueOf(fixtureOf({ logs: [sent(1, 5)] }))).toBe(0);
    await expect(collectOnce(fixtureOf({}))).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('has no reading while the node has only the first block', async () => {
    const { readings } = await collectOnce(fixtureOf({ genesisMs: NOW_MS, sendersPerDay: 5 }));
    expect(readings).toEqual([]);
  });

  it('says that a chain is not configured, without asking anybody', async () => {
    const before = node.requests.length;
    const elsewhere = parseEvmQuery({ rpc: 'scroll', contract: CONTRACT });
    await expect(connector().collect(pollOf(elsewhere, { nowMs: NOW_MS }))).rejects.toMatchObject({
      kind: 'not_found',
      message: 'no RPC URL is configured for "scroll"',
    });
    expect(node.requests.length).toBe(before);
  });

  it.each([
    ['no indexed address', { topics: [query.topic] }],
    ['something else than an address', { topics: [query.topic, `0x${'f'.repeat(64)}`] }],
  ])('does not count an event with %s', async (_, log) =>
    expect(collectOnce(fixtureOf({ logs: [sent(1, at(NOW_MS), log)] }))).rejects.toMatchObject({ kind: 'wrong_shape' }),
  );

  it.each([
    ['event', query.topic, `0x${'e'.repeat(64)}`],
    ['block before', numberToHex(at(NOW_MS)), '0x1'],
    ['block after', numberToHex(at(NOW_MS)), numberToHex(at(NOW_MS) + 1)],
  ])('does not count logs that were not asked for: of another %s', async (_, stated, other) => {
    const honest = fakeEvm(fixtureOf({ logs: [sent(1, at(NOW_MS))] }));
    answering = async (asked) => {
      const reply = await honest(asked);
      return methodOf(asked) === 'eth_getLogs' ? JSON.parse(JSON.stringify(reply).replace(stated, other)) : reply;
    };
    const poll = pollOf(query, { nowMs: NOW_MS });
    await expect(connector().collect(poll)).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  it.each([null, 'old', { blocks: 0, blockMs: -1 }, { blocks: 1e9, blockMs: 1 }])(
    'is not misled by what was kept: %j',
    async (memory) => {
      const { readings } = await collectOnce(fixtureOf({ sendersPerDay: 300 }), memory);
      expect(readings[0]?.value).toBe(300);
    },
  );
});

describe('the next poll', () => {
  it('reads what is new only, and forgets who was last there before the 24 hours', async () => {
    const logs = [
      sent(1, at(NOW_MS - 23 * HOUR_MS)),
      sent(2, at(NOW_MS - 23 * HOUR_MS)),
      sent(1, at(NOW_MS - HOUR_MS)),
    ];
    const fixture = fixtureOf({ logs });
    const poll = following(fixture);
    expect(await poll()).toEqual({ value: 2, blocks: 7_201 });
    fixture.logs?.push(sent(3, at(NOW_MS + HOUR_MS)));
    // 2 hours of new blocks, and the 128 that were not kept.
    expect(await poll(NOW_MS + 2 * HOUR_MS)).toEqual({ value: 2, blocks: 600 + 128 });
    expect(await poll(NOW_MS + 4 * HOUR_MS)).toEqual({ value: 2, blocks: 600 + 128 });
    expect(await poll(NOW_MS + 24 * HOUR_MS)).toMatchObject({ value: 1 });
  });

  it('counts nobody of the time between, when there was none for two days', async () => {
    const poll = following(fixtureOf({ logs: [sent(1, at(NOW_MS)), sent(2, at(NOW_MS + 12 * HOUR_MS))] }));
    expect(await poll()).toMatchObject({ value: 1 });
    expect(await poll(NOW_MS + 48 * HOUR_MS)).toEqual({ value: 0, blocks: 7_201 });
  });

  // Behind one address there may be several nodes.
  it('counts who was there before, when a node answers that is some minutes behind', async () => {
    const poll = following(fixtureOf({ logs: [sent(1, at(NOW_MS - 24 * HOUR_MS) - 10), sent(2, at(NOW_MS) - 1_000)] }));
    expect(await poll()).toMatchObject({ value: 1 });
    expect(await poll(NOW_MS - HOUR_MS / 6)).toMatchObject({ value: 2 });
  });

  it('reads everything again after a replacement deeper than what was left out', async () => {
    const fixture = fixtureOf({ logs: [sent(1, at(NOW_MS) - 300), sent(2, at(NOW_MS) - 5_000)] });
    const poll = following(fixture);
    expect(await poll()).toMatchObject({ value: 2 });
    fixture.fork = { fromBlock: at(NOW_MS) - 400, name: 1 };
    fixture.logs = [sent(2, at(NOW_MS) - 5_000)];
    expect(await poll()).toEqual({ value: 1, blocks: 7_201 });
  });

  it('reads the last blocks only after a small one', async () => {
    const fixture = fixtureOf({ logs: [sent(1, at(NOW_MS) - 5), sent(2, at(NOW_MS) - 5_000)] });
    const poll = following(fixture);
    expect(await poll()).toMatchObject({ value: 2 });
    fixture.fork = { fromBlock: at(NOW_MS) - 9, name: 1 };
    fixture.logs = [sent(2, at(NOW_MS) - 5_000)];
    expect(await poll()).toEqual({ value: 1, blocks: 128 });
  });

  it('goes on where one that failed came to', async () => {
    const working = fakeEvm(fixtureOf({ sendersPerDay: 300 }));
    let logsAsked = 0;
    answering = (asked) => {
      if (methodOf(asked) === 'eth_getLogs' && ++logsAsked > 2) return { status: 429, body: '' };
      return working(asked);
    };
    const followed = connector();
    await expect(followed.collect(pollOf(query, { nowMs: NOW_MS }))).rejects.toMatchObject({ kind: 'rate_limited' });
    answering = working;
    const before = node.requests.length;
    const { readings } = await followed.collect(pollOf(query, { nowMs: NOW_MS }));
    expect(readings[0]?.value).toBe(300);
    expect(node.requests.slice(before).filter((asked) => methodOf(asked) === 'eth_getLogs')).toHaveLength(3);
  });
});

describe('a chain that is replaced while it is read', () => {
  /** Replaces the last blocks as often as told, each time when logs were just read. */
  const replacing = (fixture: EvmFixture, times: number): FakeHandler => {
    let left = times;
    return async (asked) => {
      const reply = await fakeEvm(fixture)(asked);
      if (methodOf(asked) === 'eth_getLogs' && left > 0) {
        fixture.fork = { fromBlock: at(NOW_MS) - 3, name: left-- };
        fixture.logs = [sent(left + 10, at(NOW_MS))];
      }
      return reply;
    };
  };
  const collect = () => connector().collect(pollOf(query, { nowMs: NOW_MS }));

  it('is read again, so that nothing of what was replaced counts', async () => {
    answering = replacing(fixtureOf({ logs: [sent(1, at(NOW_MS)), sent(2, at(NOW_MS))] }), 1);
    expect((await collect()).readings[0]?.value).toBe(1);
  });

  it('gives no figure when it does not come to rest', async () => {
    answering = replacing(fixtureOf({ logs: [sent(1, at(NOW_MS))] }), 1_000);
    await expect(collect()).rejects.toMatchObject({ message: expect.stringContaining('replaced') });
  });
});
