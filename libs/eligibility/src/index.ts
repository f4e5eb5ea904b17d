export * from './amount/token-amount';
export { valueUsd } from './amount/value-usd';
export * from './amount/vesting';
export * from './amount/vesting-schedule';
export * from './completeness/compare-figures';
export * from './completeness/list-gap';
export * from './decide/decide-eligibility';
export * from './decide/facts';
export {
  type EntryLedger,
  entryLedger,
  type LedgerStyle,
  stateByLedger,
  type WalletClaim,
  type WalletLedger,
} from './decide/ledger';
export { isAmbiguous, isInNoList } from './decide/verdict';
export * from './formats/list-entry';
export { hexToBytes } from './hex-bytes';
export * from './tree/hash';
export * from './tree/leaf-fields';
export { areFields, usualFields } from './tree/stated-fields';
export { InMemoryTree } from './tree/in-memory-tree';
export * from './tree/verify-proof';
export * from './tree/node-chunks';
export * from './tree/proof';
export { type Padding, PaddingClues } from './tree/padding';
export { proofPath, proofPaths, proofSides, type TreeShard } from './tree/proof-path';
export { TreeBuilder } from './tree/tree-builder';
export { CHUNK_BITS } from './tree/tree-layout';
export { shardOf } from './tree/kinds/ens';
export { parentHash, type TreeKind, type TreeLeaf } from './tree/tree-kind';
export { isStarknetFormat, portableKind, treeKind } from './tree/tree-kinds';
export { isPossibleShape, isSameShape, TREE_SHAPES, type TreeShape } from './tree/tree-shape';
export { PREFIX_SHARE, prefixesOf } from './range/prefixes-of';
export * from './range/wallet-prefix';
export { hasDigitsOfKey, isKeyFor, isKeyForAll } from './wallet/digits-of-key';
export * from './wallet/families';
export { FAMILY_NAMES } from './wallet/family-names';
export { InvalidWalletError } from './wallet/errors';
export { invalidWalletFor } from './wallet/invalid-wallet-for';
export { l2Alias } from './wallet/l2-alias';
export { addressOfKey } from './wallet/key-address';
export { reasonByForm } from './wallet/other-forms';
export * from './wallet/parse-wallet';
export * from './wallet-drops/order';
export * from './wallet-drops/summary';
