import { chainFamily } from '@droptrack/catalogue';
import { chainIdOf, chainSlug, chainSlugById } from './chains';

describe('the slug of a chain', () => {
  it.each([
    ['Ethereum', 'ethereum'],
    ['OP Mainnet', 'optimism'],
    ['Binance', 'bsc'],
    ['zkSync Era', 'zksync'],
    ['Hyperliquid L1', 'hyperliquid'],
    ['Arbitrum Nova', 'arbitrum-nova'],
    ['Solana', 'solana'],
    ['Multi-Chain', null],
    ['constructor', null],
    ['Ethereum\u202E', null],
    ['', null],
  ])('of %j is %j', (name, slug) => expect(chainSlug(name)).toBe(slug));

  it('is that of its id, and known to the catalogue', () => {
    for (const id of [1, 10, 56, 8453, 42161, 9745]) {
      const slug = chainSlugById(id)!;
      expect([chainIdOf(slug), chainFamily(slug)]).toEqual([id, 'evm']);
    }
    expect([chainSlugById(0), chainIdOf('solana'), chainIdOf('constructor')]).toEqual([null, null, null]);
  });
});
