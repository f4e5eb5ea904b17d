/**
 * Readers of published lists. They are a separate entry point so that the SDK, which only verifies proofs, does not bundle
 * them.
 */
export { bulkHash } from './formats/bulk-hash';
export { type ColumnNames, type FieldColumn, USUAL_COLUMNS } from './formats/columns';
export { detectFormat } from './formats/detect-format';
export { type DetectedTree, detectTree } from './formats/detect-tree';
export { type ReadingTerms } from './formats/entry-reader';
export { type EntryViolation, UnreadableListError } from './formats/errors';
export * from './formats/list-entry';
export * from './formats/list-format';
export { type ListReader, listReader, type ListReaderOptions, type ListSink } from './formats/list-reader';
export { type PublishedShard, shardNybblesOf } from './formats/list-metadata';
export { contradictions, MetadataCollector } from './formats/list-metadata';
export { mapsBesideList, noteOfMap } from './formats/wallet-maps';
export { hexWalletReader, walletReader } from './formats/wallet-reader';
