import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** State of the fake price source: members of `coins` by name, such as `ethereum:0x…` in lower case. */
export interface CoinsFixture {
  readonly coins: Map<string, unknown>;
  /** Members that are sent without being asked for. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** Price as the source states it. @param atMs - milliseconds since the epoch. */
export const fakeCoin = (price: number, atMs: number, confidence = 0.99) => ({
  decimals: 18,
  symbol: 'FAKE',
  price,
  timestamp: Math.floor(atMs / 1_000),
  confidence,
});

/** Fake `https://coins.llama.fi`. Tokens without a price are absent from its responses. */
export function fakeCoins({ coins, others = {} }: CoinsFixture): FakeHandler {
  return ({ url }: FakeRequest): Reply | null => {
    const [, names] = /^\/prices\/current\/([^/]+)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (names === undefined) return null;
    const listed = names.split(',').flatMap((name) => (coins.has(name) ? [[name, coins.get(name)] as const] : []));
    return { body: { coins: { ...Object.fromEntries(listed), ...others } } };
  };
}
