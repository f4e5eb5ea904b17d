export { sourceQueryViolation } from './create-connectors';
export { ClaimChecker, type ClaimCheckerOptions, type ClaimUrls } from './claims/claim-checker';
export type { ClaimQuestion, ListClaim } from './claims/claim-query';
export type { ClaimArguments } from './claims/claim-arguments';
export { type ClaimCall, parseClaimCall } from './claims/claim-call';
export { type ClaimFailure, type ContractCall, sendBatch } from './claims/claim-node';
export type { ClaimViolation, DeclaredClaim } from './claims/parse-claim';
export { type DeclaredClaims, parseClaims } from './claims/parse-claims';
export { parseRpcUrls, RPC_URLS_FORM } from './sources-config';
export { type Connectors, createConnectors, type OffReason } from './create-connectors';
export { createSourceHttp } from './http/create-source-http';
export { type HostBreakerState, HostBreakers } from './http/host-breakers';
export { createSourceAgent } from './http/source-agent';
export type { RequestOptions, SourceHttp, SourceResponse } from './http/source-http';
export { BLOCKS_AT_FIRST, BLOCKS_MAX, BlockRanges, type Stretch } from './evm/block-ranges';
export { type Block, Chain, type ContractLog, type LogFilter } from './evm/chain';
export { firstBlockSince } from './evm/first-block';
export { type JsonRpc, JsonRpcError, jsonRpc } from './evm/json-rpc';
export { marketShape, probabilityOf } from './polymarket/polymarket';
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
export { SourceError, type SourceErrorKind } from './port';
export { fetchPrices, PRICE_LIMITS, type TokenAnswer, type TokenPrice, TOKENS_PER_REQUEST } from './prices/coins';
export type { SourcesConfig } from './sources-config';
export { snapshotGraphql, type SnapshotQuery } from './snapshot/graphql';
