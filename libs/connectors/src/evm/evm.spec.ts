import { numberToHex } from 'viem/utils';
import type { Json } from '@droptrack/sources';
import {
  pollOf,
  type FakeHandler,
  type FakeRequest,
  type FakeServer,
  startFakeServer,
} from '@droptrack/sources/testing';
import { evmConnector } from './evm';
import { parseEvmQuery } from './query';
import { fakeEvm, type EvmFixture, type EvmFixtureLog } from './fake-source';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const BLOCK_MS = 12_000;
const GENESIS_MS = Date.UTC(2024, 0, 1);
const CONTRACT = '0x1111111111111111111111111111111111111111';
const query = parseEvmQuery({ rpc: 'linea', contract: CONTRACT });
const ZERO_ADDRESS = 0;

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

const connector = () => evmConnector({ rpcUrls: new Map([['linea', [node.url]]]) });
const collectOnce = (fixture: EvmFixture, memory: Json = null) => {
  answering = fakeEvm(fixture);
  return connector().read(pollOf(query, { nowMs: NOW_MS, memory }));
};
const valueOf = async (fixture: EvmFixture) => (await collectOnce(fixture)).readings[0]?.value;
const methodOf = ({ body }: FakeRequest) => (JSON.parse(body) as { method: string }).method;

/** Polls one connector repeatedly; returns the value, and the number of blocks whose logs it requested. */
function following(fixture: EvmFixture) {
  const followed = connector();
  let memory: Json = null;
  return async (nowMs = fixture.nowMs()) => {
    fixture.nowMs = () => nowMs;
    answering = fakeEvm(fixture);
    const before = node.requests.length;
    const { readings, memory: kept } = await followed.read(pollOf(query, { nowMs, memory }));
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
  it('counts each sender of the last 24 hours once, without the zero address', async () => {
    const end = at(NOW_MS);
    const begin = at(NOW_MS - 24 * HOUR_MS);
    const logs = [
      sent(1, begin - 1),
      sent(2, begin),
      sent(2, end),
      sent(3, end - 5_000),
      sent(4, end),
      sent(ZERO_ADDRESS, end - 7),
      sent(5, end, { contract: '0x2222222222222222222222222222222222222222' }),
    ];
    const { readings } = await collectOnce(fixtureOf({ logs }));
    expect(readings).toEqual([{ signal: 'active_wallets', value: 3, observedAtMs: NOW_MS }]);
  });

  it('counts a sender of several contracts once', async () => {
    answering = fakeEvm(fixtureOf({ sendersPerDay: 700 }));
    const two = parseEvmQuery({ rpc: 'linea', contract: [CONTRACT, `0x${'2'.repeat(40)}`] });
    const { readings } = await connector().read(pollOf(two, { nowMs: NOW_MS }));
    expect(readings[0]?.value).toBe(700);
  });

  it.each([
    ['blocks of 2 s', { blockMs: 2_000 }],
    ['several blocks a second', { blockMs: 250 }],
    ['a small limit of blocks', { rangeBlocksMax: 150 }],
    ['a small limit of logs', { logsMax: 40 }],
  ])('counts the same on a node with %s', async (_, limits) =>
    expect(await valueOf(fixtureOf({ sendersPerDay: 1_000, ...limits }))).toBe(1_000),
  );

  it('counts all senders of a chain younger than a day', async () => {
    const genesisMs = NOW_MS - 10 * HOUR_MS;
    expect(await valueOf(fixtureOf({ genesisMs, logs: [sent(1, 1), sent(2, 3_000)] }))).toBe(2);
  });

  it('dates the value at the latest block, where the 24 hours end, even when the chain has stopped', async () => {
    const stoodMs = NOW_MS - 30 * HOUR_MS;
    const logs = [sent(1, at(stoodMs)), sent(2, at(stoodMs - 23 * HOUR_MS)), sent(3, at(stoodMs - 25 * HOUR_MS))];
    const { readings } = await collectOnce(fixtureOf({ nowMs: () => stoodMs, logs }));
    expect(readings).toEqual([{ signal: 'active_wallets', value: 2, observedAtMs: stoodMs }]);
  });

  it('fails when the node returns other blocks than requested', async () => {
    const honest = fakeEvm(fixtureOf({ sendersPerDay: 5 }));
    for (const other of ['null', '{"number":"0x1","hash":"0x' + 'a'.repeat(64) + '","timestamp":"0x1"}']) {
      answering = (asked) => {
        const isOfNumber = asked.body.includes('eth_getBlockByNumber') && !asked.body.includes('latest');
        return isOfNumber ? { body: `{"id":${JSON.parse(asked.body).id},"result":${other}}` } : honest(asked);
      };
      const poll = pollOf(query, { nowMs: NOW_MS });
      await expect(connector().read(poll)).rejects.toMatchObject({ kind: 'wrong_shape' });
    }
  });

  it('never dates the value in the future', async () => {
    const { readings } = await collectOnce(fixtureOf({ nowMs: () => NOW_MS + HOUR_MS, sendersPerDay: 5 }));
    expect(readings[0]?.observedAtMs).toBe(NOW_MS);
  });

  it('returns 0 for a contract without senders, and fails when there is no contract', async () => {
    expect(await valueOf(fixtureOf({ logs: [sent(1, 5)] }))).toBe(0);
    await expect(collectOnce(fixtureOf({}))).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('has no reading while the node has only the first block', async () => {
    const { readings } = await collectOnce(fixtureOf({ genesisMs: NOW_MS, sendersPerDay: 5 }));
    expect(readings).toEqual([]);
  });

  it('fails without a request when the chain is not configured', async () => {
    const before = node.requests.length;
    const elsewhere = parseEvmQuery({ rpc: 'scroll', contract: CONTRACT });
    await expect(connector().read(pollOf(elsewhere, { nowMs: NOW_MS }))).rejects.toMatchObject({
      kind: 'not_found',
      message: 'no RPC URL is configured for "scroll"',
    });
    expect(node.requests.length).toBe(before);
  });

  it.each([
    ['no indexed address', { topics: [query.topic] }],
    ['a topic that is no address', { topics: [query.topic, `0x${'f'.repeat(64)}`] }],
  ])('rejects an event with %s', async (_, log) =>
    expect(collectOnce(fixtureOf({ logs: [sent(1, at(NOW_MS), log)] }))).rejects.toMatchObject({ kind: 'wrong_shape' }),
  );

  it.each([
    ['event', query.topic, `0x${'e'.repeat(64)}`],
    ['block before', numberToHex(at(NOW_MS)), '0x1'],
    ['block after', numberToHex(at(NOW_MS)), numberToHex(at(NOW_MS) + 1)],
  ])('rejects logs that were not requested: of another %s', async (_, declared, other) => {
    const honest = fakeEvm(fixtureOf({ logs: [sent(1, at(NOW_MS))] }));
    answering = async (asked) => {
      const reply = await honest(asked);
      return methodOf(asked) === 'eth_getLogs' ? JSON.parse(JSON.stringify(reply).replace(declared, other)) : reply;
    };
    const poll = pollOf(query, { nowMs: NOW_MS });
    await expect(connector().read(poll)).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  it.each([null, 'old', { blocks: 0, blockMs: -1 }, { blocks: 1e9, blockMs: 1 }])(
    'ignores an invalid memory: %j',
    async (memory) => {
      const { readings } = await collectOnce(fixtureOf({ sendersPerDay: 300 }), memory);
      expect(readings[0]?.value).toBe(300);
    },
  );
});

describe('the next poll', () => {
  it('reads new blocks only, and drops senders that were last active before the 24 hours', async () => {
    const logs = [
      sent(1, at(NOW_MS - 23 * HOUR_MS)),
      sent(2, at(NOW_MS - 23 * HOUR_MS)),
      sent(1, at(NOW_MS - HOUR_MS)),
    ];
    const fixture = fixtureOf({ logs });
    const poll = following(fixture);
    expect(await poll()).toEqual({ value: 2, blocks: 7_201 });
    fixture.logs?.push(sent(3, at(NOW_MS + HOUR_MS)));
    // 2 hours of new blocks, and the 128 latest ones, which are not cached.
    expect(await poll(NOW_MS + 2 * HOUR_MS)).toEqual({ value: 2, blocks: 600 + 128 });
    expect(await poll(NOW_MS + 4 * HOUR_MS)).toEqual({ value: 2, blocks: 600 + 128 });
    expect(await poll(NOW_MS + 24 * HOUR_MS)).toMatchObject({ value: 1 });
  });

  it('does not count the gap after two days without a poll', async () => {
    const poll = following(fixtureOf({ logs: [sent(1, at(NOW_MS)), sent(2, at(NOW_MS + 12 * HOUR_MS))] }));
    expect(await poll()).toMatchObject({ value: 1 });
    expect(await poll(NOW_MS + 48 * HOUR_MS)).toEqual({ value: 0, blocks: 7_201 });
  });

  // One URL may lead to several nodes.
  it('counts earlier senders when a node answers that is some minutes behind', async () => {
    const poll = following(fixtureOf({ logs: [sent(1, at(NOW_MS - 24 * HOUR_MS) - 10), sent(2, at(NOW_MS) - 1_000)] }));
    expect(await poll()).toMatchObject({ value: 1 });
    expect(await poll(NOW_MS - HOUR_MS / 6)).toMatchObject({ value: 2 });
  });

  it('reads all blocks again after a reorganisation deeper than the blocks left out of the cache', async () => {
    const fixture = fixtureOf({ logs: [sent(1, at(NOW_MS) - 300), sent(2, at(NOW_MS) - 5_000)] });
    const poll = following(fixture);
    expect(await poll()).toMatchObject({ value: 2 });
    fixture.fork = { fromBlock: at(NOW_MS) - 400, name: 1 };
    fixture.logs = [sent(2, at(NOW_MS) - 5_000)];
    expect(await poll()).toEqual({ value: 1, blocks: 7_201 });
  });

  it('reads only the latest blocks again after a shallow reorganisation', async () => {
    const fixture = fixtureOf({ logs: [sent(1, at(NOW_MS) - 5), sent(2, at(NOW_MS) - 5_000)] });
    const poll = following(fixture);
    expect(await poll()).toMatchObject({ value: 2 });
    fixture.fork = { fromBlock: at(NOW_MS) - 9, name: 1 };
    fixture.logs = [sent(2, at(NOW_MS) - 5_000)];
    expect(await poll()).toEqual({ value: 1, blocks: 128 });
  });

  it('continues where a failed poll stopped', async () => {
    const working = fakeEvm(fixtureOf({ sendersPerDay: 300 }));
    let logsAsked = 0;
    answering = (asked) => {
      if (methodOf(asked) === 'eth_getLogs' && ++logsAsked > 2) return { status: 429, body: '' };
      return working(asked);
    };
    const followed = connector();
    await expect(followed.read(pollOf(query, { nowMs: NOW_MS }))).rejects.toMatchObject({ kind: 'rate_limited' });
    answering = working;
    const before = node.requests.length;
    const { readings } = await followed.read(pollOf(query, { nowMs: NOW_MS }));
    expect(readings[0]?.value).toBe(300);
    expect(node.requests.slice(before).filter((asked) => methodOf(asked) === 'eth_getLogs')).toHaveLength(3);
  });
});

describe('a chain that is reorganised during a poll', () => {
  /** A node that replaces its last blocks after each of the first `times` reads of logs. */
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
  const collect = () => connector().read(pollOf(query, { nowMs: NOW_MS }));

  it('is read again, so that replaced blocks do not count', async () => {
    answering = replacing(fixtureOf({ logs: [sent(1, at(NOW_MS)), sent(2, at(NOW_MS))] }), 1);
    expect((await collect()).readings[0]?.value).toBe(1);
  });

  it('fails when the chain keeps changing', async () => {
    answering = replacing(fixtureOf({ logs: [sent(1, at(NOW_MS))] }), 1_000);
    await expect(collect()).rejects.toMatchObject({ message: expect.stringContaining('replaced') });
  });
});
