import { lockedInProtocol, lockedOnChain, readingOf } from './defillama';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const nowSeconds = NOW_MS / 1_000;

describe('the value locked, out of an answer', () => {
  // Summing the chains would count what is borrowed and staked, under whatever names those parts come.
  it('is the end of the history, whatever stands beside the chains', () => {
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

  it('reads the date of a chain that comes as text', () => {
    expect(lockedOnChain([{ date: String(nowSeconds), tvl: 7 }])).toEqual({ usd: 7, atMs: NOW_MS });
  });

  it('is nothing without a history', () => {
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
  ])('refuses %s', (_what, body) => {
    expect(() => lockedInProtocol(body)).toThrow(expect.objectContaining({ kind: 'wrong_shape' }));
  });
});

describe('what the value locked says now', () => {
  it('is true now while the history goes on', () => {
    expect(readingOf({ usd: 5, atMs: NOW_MS - 2 * DAY_MS }, NOW_MS)?.observedAtMs).toBe(NOW_MS);
  });

  // Else a protocol that died would keep its last figure fresh for ever.
  it('was true at the end of a history that ended', () => {
    const atMs = NOW_MS - 2 * DAY_MS - 1;
    expect(readingOf({ usd: 5, atMs }, NOW_MS)).toEqual({ signal: 'tvl_usd', value: 5, observedAtMs: atMs });
  });

  it('is 0 where nothing is locked', () => {
    expect(readingOf({ usd: 0, atMs: NOW_MS }, NOW_MS)?.value).toBe(0);
  });

  it('is nothing without a figure, or with one that cannot be', () => {
    const figures = [null, { usd: null, atMs: NOW_MS }, { usd: -1, atMs: NOW_MS }];
    expect(figures.map((locked) => readingOf(locked, NOW_MS))).toEqual([null, null, null]);
  });

  // Milliseconds for seconds: every history would look alive.
  it('refuses a history of the future', () => {
    expect(() => readingOf({ usd: 5, atMs: NOW_MS * 1_000 }, NOW_MS)).toThrow('future');
  });
});
