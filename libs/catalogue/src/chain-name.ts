/** Names of chains that are not their slug with capital initials, as the chains spell them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['0g', '0G'],
  ['arbitrum', 'Arbitrum One'],
  ['bsc', 'BNB Smart Chain'],
  ['bouncebit', 'BounceBit'],
  ['cosmos', 'Cosmos Hub'],
  ['dydx', 'dYdX'],
  ['edgex', 'edgeX'],
  ['layeredge', 'LayerEdge'],
  ['mantra', 'MANTRA'],
  ['megaeth', 'MegaETH'],
  ['near', 'NEAR'],
  ['optimism', 'OP Mainnet'],
  ['polygon', 'Polygon PoS'],
  ['polygon-zkevm', 'Polygon zkEVM'],
  ['ton', 'TON'],
  ['tron', 'TRON'],
  ['worldchain', 'World Chain'],
  ['zetachain', 'ZetaChain'],
  ['zkfair', 'ZKFair'],
  ['zksync', 'ZKsync Era'],
]);

/** Name of a chain by its slug, for readers: `Arbitrum One` of `arbitrum`. Of an unknown slug, its words with capital initials. */
export const chainName = (chain: string): string =>
  NAMES.get(chain) ??
  chain.replace(/(^|-)([a-z0-9])/g, (_, hyphen: string, letter: string) => `${hyphen && ' '}${letter.toUpperCase()}`);
