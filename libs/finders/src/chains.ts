import { parseUrl } from '@droptrack/resilience';
import { chainFamily } from '@droptrack/catalogue';
import explorers from './evm-campaigns/explorers.json';

/** Names of sources that differ from the slug in catalogue files by more than case and spaces. */
const SLUG_BY_NAME: Readonly<Record<string, string>> = {
  avax: 'avalanche',
  binance: 'bsc',
  'bnb-chain': 'bsc',
  'hyperliquid-l1': 'hyperliquid',
  'immutable-zkevm': 'immutable',
  'op-mainnet': 'optimism',
  'plume-mainnet': 'plume',
  'world-chain': 'worldchain',
  xdai: 'gnosis',
  'zksync-era': 'zksync',
};

/** EIP-155 ids by slug (https://chainlist.org). */
const ID_BY_SLUG: Readonly<Record<string, number>> = {
  abstract: 2741,
  arbitrum: 42161,
  'arbitrum-nova': 42170,
  avalanche: 43114,
  base: 8453,
  berachain: 80094,
  blast: 81457,
  bsc: 56,
  celo: 42220,
  ethereum: 1,
  fraxtal: 252,
  gnosis: 100,
  hyperliquid: 999,
  ink: 57073,
  linea: 59144,
  lisk: 1135,
  manta: 169,
  mantle: 5000,
  metis: 1088,
  mode: 34443,
  monad: 143,
  optimism: 10,
  plasma: 9745,
  polygon: 137,
  scroll: 534352,
  sei: 1329,
  soneium: 1868,
  sonic: 146,
  taiko: 167000,
  unichain: 130,
  worldchain: 480,
  zircuit: 48900,
  zksync: 324,
};
const SLUG_BY_ID = new Map(Object.entries(ID_BY_SLUG).map(([slug, id]) => [id, slug]));

/** Slug in catalogue files of a chain by its name at a source, such as `OP Mainnet`; null for an unknown chain. */
export function chainSlug(name: string): string | null {
  const plain = name.slice(0, 60).trim().toLowerCase().replace(/\s+/g, '-');
  const slug = Object.hasOwn(SLUG_BY_NAME, plain) ? (SLUG_BY_NAME[plain] ?? null) : plain;
  return slug !== null && chainFamily(slug) !== null ? slug : null;
}

/** Slug of a chain by its EIP-155 id; null for an unknown chain. */
export const chainSlugById = (id: number): string | null => SLUG_BY_ID.get(id) ?? null;

/** EIP-155 id of a chain by its slug; null for an unknown chain. */
export const chainIdOf = (slug: string): number | null =>
  Object.hasOwn(ID_BY_SLUG, slug) ? (ID_BY_SLUG[slug] ?? null) : null;

const SOLANA_EXPLORERS = ['solscan.io', 'solana.fm', 'explorer.solana.com'];
const SLUG_BY_EXPLORER = new Map<string, string>([
  ...Object.entries(explorers).flatMap(([id, url]) => {
    const slug = chainSlugById(Number(id));
    return slug === null ? [] : [[new URL(url).hostname, slug] as const];
  }),
  ...SOLANA_EXPLORERS.map((host) => [host, 'solana'] as const),
]);

/** Slug of the chain that a block explorer shows, by the address of one of its pages; null for another site. */
export const chainByExplorer = (page: string): string | null =>
  SLUG_BY_EXPLORER.get(parseUrl(page)?.hostname.replace(/^www\./, '') ?? '') ?? null;
