/** Names of sources as readers know them. */
const SOURCES: Readonly<Record<string, string>> = {
  farcaster: 'Farcaster',
  defillama: 'DefiLlama',
  evm: 'nodes of EVM chains',
  reddit: 'Reddit',
  rss: 'news feeds',
  coingecko: 'CoinGecko',
  github: 'GitHub',
  polymarket: 'Polymarket',
  snapshot: 'Snapshot',
  calendar: 'the calendar of the drop',
  prices: 'prices of tokens',
  claims: 'claims of distributors',
  'evm-campaigns': 'campaign contracts on EVM chains',
  merkl: 'Merkl',
  discourse: 'governance forums',
  'rotki-index': 'the index of rotki',
};

/** A source as readers know it. */
export const sourceName = (id: string): string => SOURCES[id] ?? id;
