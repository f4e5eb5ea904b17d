export {
  type Collected,
  type Connector,
  type Json,
  type ObservedReading,
  type Poll,
  SOURCE_IDS,
  type SourceId,
  type SourceLimits,
  SourceQueryError,
} from './port';
export { SourceError, type SourceErrorKind } from './source.error';
export type { SourcesConfig } from './sources-config';
