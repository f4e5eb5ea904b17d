export * from './amount/token-amount';
export * from './decide/claim-window';
export * from './decide/decide-eligibility';
export * from './decide/facts';
export * from './formats/list-entry';
export * from './tree/hash';
export { InMemoryTree } from './tree/in-memory-tree';
export * from './tree/verify-proof';
export * from './tree/node-chunks';
export * from './tree/proof';
export { proofPath, type TreeShard } from './tree/proof-path';
export { TreeBuilder, type TreeBuilderOptions } from './tree/tree-builder';
export { shardOf } from './tree/kinds/ens';
export { parentHash, type TreeKind, type TreeLeaf } from './tree/tree-kind';
export { treeKind } from './tree/tree-kinds';
export type { TreeShape } from './tree/tree-shape';
export {
  type InvalidPrefixReason,
  type KeyRange,
  PREFIX_SHARE,
  prefixesOf,
  readPrefix,
  type WalletPrefix,
} from './range/wallet-prefix';
export { InvalidWalletError, type InvalidWalletReason } from './wallet/errors';
export { invalidWalletFor } from './wallet/invalid-wallet-for';
export * from './wallet/parse-wallet';
export * from './wallet-drops/order';
export * from './wallet-drops/summary';
