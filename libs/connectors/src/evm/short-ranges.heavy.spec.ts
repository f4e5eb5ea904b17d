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
import { fakeEvm, type EvmFixture } from './fake-source';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const query = parseEvmQuery({ rpc: 'linea', contract: '0x1111111111111111111111111111111111111111' });
const fixtureOf = (more: Partial<EvmFixture>): EvmFixture => ({ nowMs: () => NOW_MS, sendersPerDay: 500, ...more });
const methodOf = ({ body }: FakeRequest) => (JSON.parse(body) as { method: string }).method;

let answering: FakeHandler;
let node: FakeServer;
beforeAll(async () => {
  node = await startFakeServer((asked) => answering(asked));
});
afterAll(() => node.close());

const connector = () => evmConnector({ rpcUrls: new Map([['linea', [node.url]]]) });

// The free plan of some providers.
describe('a node that accepts 10 blocks in one request', () => {
  /** Polls until the count is complete; a poll continues when the last one says so. */
  const pollAll = async (blockMs: number) => {
    const followed = connector();
    const fixture = fixtureOf({ blockMs, rangeBlocksMax: 10 });
    answering = fakeEvm(fixture);
    const polls: { requests: number; progress: string | null }[] = [];
    let memory: Json = null;
    for (let nowMs = NOW_MS; polls.length < 20;) {
      fixture.nowMs = () => nowMs;
      const before = node.requests.length;
      const collected = await followed.read(pollOf(query, { nowMs, memory }));
      memory = collected.memory;
      polls.push({ requests: node.requests.length - before, progress: collected.unfinished?.progress ?? null });
      if (collected.unfinished === undefined)
        return { polls, followed, fixture, nowMs, memory, value: collected.readings[0]?.value };
      expect(collected.readings).toEqual([]);
      nowMs += collected.unfinished.continueAfterMs + 80_000;
    }
    throw new Error('the polls do not end');
  };

  it('gets a reading of a chain with a block every 2 s in the time that its polls state', async () => {
    const { polls, value } = await pollAll(2_000);
    expect(value).toBe(500);
    expect(polls.map(({ progress }) => progress)).toEqual([
      'linea: 7904 of the 43073 blocks of a day are read; the rest takes about 10 min',
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^linea: \d+ of the \d+ blocks of a day are read/)),
      null,
    ]);
    expect(Math.max(...polls.map(({ requests }) => requests))).toBeLessThan(850);
  });

  it('reads the new blocks of the next polls without a rejected request', async () => {
    const { followed, fixture, nowMs, memory } = await pollAll(2_000);
    const laterMs = nowMs + 2 * HOUR_MS;
    fixture.nowMs = () => laterMs;
    const before = node.requests.length;
    const { readings } = await followed.read(pollOf(query, { nowMs: laterMs, memory }));
    expect(readings[0]?.value).toBe(500);
    // 3 600 new blocks and the 128 latest ones, 10 in a request.
    const logs = node.requests.slice(before).filter((asked) => methodOf(asked) === 'eth_getLogs');
    expect(logs.length).toBeLessThanOrEqual(375);
  });

  it('is reported as unable for a chain with several blocks a second, after a few requests, and again without any for logs', async () => {
    const followed = connector();
    answering = fakeEvm(fixtureOf({ blockMs: 250, rangeBlocksMax: 10 }));
    const logsAsked: number[] = [];
    for (let poll = 0; poll < 2; poll++) {
      const before = node.requests.length;
      await expect(followed.read(pollOf(query, { nowMs: NOW_MS }))).rejects.toMatchObject({
        kind: 'unable',
        message:
          'linea: the node rejects 15 blocks in one request; 37 are needed to read the 28929 blocks of 2 h in 800 requests',
      });
      logsAsked.push(node.requests.slice(before).filter((asked) => methodOf(asked) === 'eth_getLogs').length);
    }
    expect(logsAsked).toEqual([9, 0]);
    // A better plan is noticed a day later.
    const nextDayMs = NOW_MS + 25 * HOUR_MS;
    answering = fakeEvm(fixtureOf({ blockMs: 250, nowMs: () => nextDayMs }));
    const { readings } = await followed.read(pollOf(query, { nowMs: nextDayMs }));
    expect(readings[0]?.value).toBe(500);
  });

  it('is reported as unable when it is too slow to follow the chain', async () => {
    let clockMs = 0;
    const slow = evmConnector({ rpcUrls: new Map([['linea', [node.url]]]) }, () => (clockMs += 40_000));
    answering = fakeEvm(fixtureOf({ blockMs: 2_000, rangeBlocksMax: 10 }));
    await expect(slow.read(pollOf(query, { nowMs: NOW_MS }))).rejects.toMatchObject({
      kind: 'unable',
      message: expect.stringMatching(/^linea: the node is too slow, .*: 15 blocks were read in 150 s, .* grows by 76$/),
    });
  });
});
