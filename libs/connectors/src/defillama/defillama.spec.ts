import { SourceQueryError } from '@droptrack/sources';
import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { defillamaConnector } from './defillama';
import { fakeDefillama, type DefillamaFixture } from './fake-source';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12, 34);

let answering: FakeHandler;
let source: FakeServer;
beforeAll(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterAll(() => source.close());

const fixtureAt = (nowMs: number): DefillamaFixture => ({
  protocols: new Map([['lido', { tvlUsd: 1.2e8, borrowedUsd: 5e7 }]]),
  chains: new Map([['zksync era', { tvlUsd: 4e6 }]]),
  nowMs: () => nowMs,
});
const connector = () => defillamaConnector({ url: source.url });
const collect = (protocol: string, nowMs = NOW_MS) => connector().read(pollOf({ protocol }, { nowMs }));

describe('the query of a catalogue file for DefiLlama', () => {
  it.each([
    ['lido', { protocol: 'lido' }],
    ['stake.link-liquid', { protocol: 'stake.link-liquid' }],
    [{ chain: 'OP Mainnet' }, { chain: 'OP Mainnet' }],
  ])('accepts %j', (declared, query) => expect(connector().parseQuery(declared)).toEqual(query));

  it.each([
    '',
    '..',
    'a/b',
    'a?b',
    'a b',
    'a'.repeat(101),
    7,
    null,
    ['lido'],
    { chain: '../tvl' },
    { chain: 'A', b: 1 },
  ])('rejects %j', (declared) => expect(() => connector().parseQuery(declared)).toThrow(SourceQueryError));
});

describe('DefiLlama', () => {
  it('returns the value locked in a protocol, excluding borrowed funds', async () => {
    answering = fakeDefillama(fixtureAt(NOW_MS));
    const { readings } = await collect('lido');
    expect(readings).toEqual([{ signal: 'tvl_usd', value: 1.2e8, observedAtMs: NOW_MS }]);
  });

  it('returns the value locked on a chain whose name contains a space', async () => {
    answering = fakeDefillama(fixtureAt(NOW_MS));
    const { readings } = await connector().read(pollOf({ chain: 'zkSync Era' }, { nowMs: NOW_MS }));
    expect(readings).toEqual([{ signal: 'tvl_usd', value: 4e6, observedAtMs: NOW_MS }]);
  });

  // An unconditional request would transfer megabytes per poll.
  it('sends a conditional request, and returns the cached value when nothing changed', async () => {
    answering = fakeDefillama(fixtureAt(NOW_MS));
    const { memory } = await collect('lido');
    const laterMs = NOW_MS + HOUR_MS / 10;
    const second = await connector().read(pollOf({ protocol: 'lido' }, { nowMs: laterMs, memory }));
    expect(source.requests.at(-1)?.headers['if-none-match']).toMatch(/^W\//);
    expect(second).toEqual({ readings: [{ signal: 'tvl_usd', value: 1.2e8, observedAtMs: laterMs }], memory });
  });

  it('sends an unconditional request when its memory is invalid', async () => {
    answering = fakeDefillama(fixtureAt(NOW_MS));
    const { memory } = await collect('lido');
    const broken = { ...(memory as object), locked: 'much' };
    const { readings } = await connector().read(pollOf({ protocol: 'lido' }, { nowMs: NOW_MS, memory: broken }));
    expect(readings[0]?.value).toBe(1.2e8);
  });

  it('reads a response of several megabytes', async () => {
    const tokens = Array.from({ length: 60_000 }, (_, i) => ({
      date: i,
      tokens: { WETH: i, USDC: i, padding: 'x'.repeat(80) },
    }));
    answering = () => ({ body: { tokens, tvl: [{ date: NOW_MS / 1_000, totalLiquidityUSD: 3 }] } });
    expect((await collect('lido')).readings[0]?.value).toBe(3);
  });

  it.each([
    ['a protocol it does not know', { status: 400, body: 'Protocol not found' }, 'not_found'],
    ['a chain it does not know', { status: 400, body: 'There is no chain with that name: x' }, 'not_found'],
    ['an internal error with status 400', { status: 400, body: 'Internal server error' }, 'status'],
    ['too many requests', { status: 429, body: '' }, 'rate_limited'],
    ['a failure', { status: 500, body: 'Internal Error' }, 'status'],
    ['a truncated response', { body: '{"tvl":[{"date":1' }, 'wrong_shape'],
    ['a page', { body: '<html></html>' }, 'wrong_shape'],
  ])('fails at %s', async (_what, reply, kind) => {
    answering = () => reply;
    await expect(collect('lido')).rejects.toMatchObject({ name: 'SourceError', kind });
  });
});
