import { chainFamily } from '@droptrack/catalogue';
import { chainByExplorer, chainIdOf, chainSlug, chainSlugById } from './chains';

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

  it.each([
    ['https://etherscan.io/token/0x1', 'ethereum'],
    ['https://www.basescan.org/address/0x1', 'base'],
    ['https://explorer.mode.network/address/0x1', 'mode'],
    ['https://solana.fm/address/x?cluster=mainnet-alpha', 'solana'],
    ['https://etherscan.io.evil.test/', null],
    ['etherscan.io', null],
    ['', null],
  ])('is that of its explorer: %j is %j', (page, slug) => expect(chainByExplorer(page)).toBe(slug));
});
