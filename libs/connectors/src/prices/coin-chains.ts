/** Names of chains at DefiLlama by CAIP-2 id, from the chain ids of its adapters. */
const COIN_CHAINS: ReadonlyMap<string, string> = new Map([
  ['eip155:1', 'ethereum'],
  ['eip155:10', 'optimism'],
  ['eip155:25', 'cronos'],
  ['eip155:56', 'bsc'],
  ['eip155:100', 'xdai'],
  ['eip155:130', 'unichain'],
  ['eip155:137', 'polygon'],
  ['eip155:143', 'monad'],
  ['eip155:146', 'sonic'],
  ['eip155:169', 'manta'],
  ['eip155:250', 'fantom'],
  ['eip155:252', 'fraxtal'],
  ['eip155:324', 'era'],
  ['eip155:480', 'wc'],
  ['eip155:999', 'hyperliquid'],
  ['eip155:1088', 'metis'],
  ['eip155:1101', 'polygon_zkevm'],
  ['eip155:1135', 'lisk'],
  ['eip155:1284', 'moonbeam'],
  ['eip155:1329', 'sei'],
  ['eip155:1868', 'soneium'],
  ['eip155:2020', 'ronin'],
  ['eip155:2222', 'kava'],
  ['eip155:2741', 'abstract'],
  ['eip155:5000', 'mantle'],
  ['eip155:8453', 'base'],
  ['eip155:9745', 'plasma'],
  ['eip155:34443', 'mode'],
  ['eip155:42161', 'arbitrum'],
  ['eip155:42170', 'arbitrum_nova'],
  ['eip155:42220', 'celo'],
  ['eip155:43114', 'avax'],
  ['eip155:48900', 'zircuit'],
  ['eip155:57073', 'ink'],
  ['eip155:59144', 'linea'],
  ['eip155:80094', 'berachain'],
  ['eip155:81457', 'blast'],
  ['eip155:98866', 'plume_mainnet'],
  ['eip155:167000', 'taiko'],
  ['eip155:534352', 'scroll'],
  ['eip155:7777777', 'zora'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
]);

const EVM_TOKEN = /^(eip155:\d{1,16})\/erc20:(0x[0-9a-fA-F]{40})$/;
const SOLANA_TOKEN = /^(solana:[1-9A-HJ-NP-Za-km-z]{1,32})\/token:([1-9A-HJ-NP-Za-km-z]{32,44})$/;

/**
 * Name of a token in requests and responses, such as `ethereum:0x…` in lower case.
 *
 * @param token - CAIP-19.
 * @returns null for a token of an unknown chain, or of another form.
 */
export function coinOf(token: string): string | null {
  const [, chainId = '', address = ''] = EVM_TOKEN.exec(token) ?? SOLANA_TOKEN.exec(token) ?? [];
  const chain = COIN_CHAINS.get(chainId);
  if (chain === undefined) return null;
  // Addresses of Solana distinguish cases.
  return `${chain}:${chain === 'solana' ? address : address.toLowerCase()}`;
}
