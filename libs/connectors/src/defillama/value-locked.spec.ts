import { lockedInProtocol, lockedOnChain, readingOf } from './defillama';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const nowSeconds = NOW_MS / 1_000;

describe('the value locked in a response', () => {
  // A sum over the chains would include borrowed and staked funds, which have varying names.
  it('is the last entry of the history, whatever parts are listed beside the chains', () => {
    const body = {
      currentChainTvls: { Ethereum: 100, 'Ethereum-borrowed': 70, borrowed: 70, staking: 30, 'new-kind': 5 },
      chainTvls: { Ethereum: { tvl: [{ date: nowSeconds, totalLiquidityUSD: 100 }] } },
      tvl: [
        { date: nowSeconds - 86_400, totalLiquidityUSD: 90 },
        { date: nowSeconds, totalLiquidityUSD: 120_000_000.5 },
      ],
    };
    expect(lockedInProtocol(body)).toEqual({ usd: 120_000_000.5, atMs: NOW_MS });
  });

  it('accepts the date of a chain as text', () => {
    expect(lockedOnChain([{ date: String(nowSeconds), tvl: 7 }])).toEqual({ usd: 7, atMs: NOW_MS });
  });

  it('is null without a history', () => {
    expect([lockedInProtocol({ tvl: [] }), lockedOnChain([])]).toEqual([null, null]);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['no history', { currentChainTvls: { Ethereum: 100 } }],
    ['a history that is an object', { tvl: { 0: { date: nowSeconds, totalLiquidityUSD: 1 } } }],
    ['an amount in text', { tvl: [{ date: nowSeconds, totalLiquidityUSD: '1e9' }] }],
    ['an amount beyond numbers', { tvl: [{ date: nowSeconds, totalLiquidityUSD: JSON.parse('1e999') }] }],
    ['no amount', { tvl: [{ date: nowSeconds }] }],
    ['a date in words', { tvl: [{ date: 'today', totalLiquidityUSD: 1 }] }],
    ['a date that is no instant', { tvl: [{ date: -1, totalLiquidityUSD: 1 }] }],
    ['an entry that is a number', { tvl: [5] }],
  ])('rejects %s', (_what, body) => {
    expect(() => lockedInProtocol(body)).toThrow(expect.objectContaining({ kind: 'wrong_shape' }));
  });
});

describe('the reading of the value locked', () => {
  it('is dated now while the history is recent', () => {
    expect(readingOf({ usd: 5, atMs: NOW_MS - 2 * DAY_MS }, NOW_MS)?.observedAtMs).toBe(NOW_MS);
  });

  // Otherwise the last value of a dead protocol would stay fresh for ever.
  it('is dated at the end of a history that stopped', () => {
    const atMs = NOW_MS - 2 * DAY_MS - 1;
    expect(readingOf({ usd: 5, atMs }, NOW_MS)).toEqual({ signal: 'tvl_usd', value: 5, observedAtMs: atMs });
  });

  it('is 0 when nothing is locked', () => {
    expect(readingOf({ usd: 0, atMs: NOW_MS }, NOW_MS)?.value).toBe(0);
  });

  it('is null without a value, or with a negative one', () => {
    const figures = [null, { usd: null, atMs: NOW_MS }, { usd: -1, atMs: NOW_MS }];
    expect(figures.map((locked) => readingOf(locked, NOW_MS))).toEqual([null, null, null]);
  });

  // A source that switched from seconds to milliseconds would make every history appear recent.
  it('rejects a history of the future', () => {
    expect(() => readingOf({ usd: 5, atMs: NOW_MS * 1_000 }, NOW_MS)).toThrow('future');
  });
});
