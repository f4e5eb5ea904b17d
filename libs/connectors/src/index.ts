export {
  CONNECTORS,
  createConnectors,
  readSourcesConfig,
  SOURCE_IDS,
  type SourceId,
  sourceQueryViolation,
  SOURCES_OFF,
  type SourcesConfig,
} from './connectors';
export { marketShape, probabilityOf } from './polymarket/polymarket';
export { priceReader } from './prices/price-reader';
export { claims } from './claims/source';
export { prices } from './prices/source';
export { snapshotGraphql, type SnapshotQuery, type SnapshotSettings } from './snapshot/graphql';
