export { sourceQueryFault } from './check-query';
export { ClaimChecker, type ClaimCheckerOptions, type ClaimQuestion } from './claims/claim-checker';
export { type ClaimFailure } from './claims/claim-node';
export { type ClaimFault, type ClaimReading, readClaim, type StatedClaim } from './claims/read-claim';
export { parseRpcUrls, RPC_URLS_FORM } from './claims/rpc-urls';
export { type Connectors, createConnectors, type WhyOff } from './create-connectors';
export { createSourceHttp } from './http/create-source-http';
export { type HostBreakerState, HostBreakers } from './http/host-breakers';
export { createSourceAgent } from './http/source-agent';
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
