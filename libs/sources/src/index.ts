export {
  createSources,
  offText,
  offTexts,
  readSourceSettings,
  type SourceDeclaration,
  type Sources,
  type SourceSettings,
} from './declaration';
export { AgreedChain, type ChainReader, NodesDifferError } from './chain/agreed-chain';
export {
  BLOCKS_AT_FIRST,
  BLOCKS_MAX,
  BlockRanges,
  nextRejectedLength,
  readRejectedLength,
  type RejectedLength,
} from './chain/block-ranges';
export { type Block, Chain, type SenderLog } from './chain/chain';
export type { ContractLog } from './chain/contract-log';
export { isFailedExecution } from './chain/failed-execution';
export { firstBlockSince } from './chain/first-block';
export { type JsonRpc, JsonRpcError, jsonRpc } from './chain/json-rpc';
export { isAboutRate } from './chain/node-errors';
export { parseContract } from './chain/parse-contract';
export { type Patience, patientRpc } from './chain/patient-rpc';
export { respondingNode } from './chain/responding-node';
export { createSourceHttp } from './http/create-source-http';
export { HostBreakers } from './http/host-breakers';
export { Pacer, sleep } from './http/pacer';
export { type HostNotice, HostNotices } from './http/host-notices';
export { type FinderState, nextFinderRunMs, runWithinLimits } from './http/run-within-limits';
export { createSourceAgent } from './http/source-agent';
export {
  type FailedResponse,
  type RequestOptions,
  type SourceHttp,
  type Validators,
  withTimeout,
} from './http/source-http';
export { withinTime } from './http/within-time';
export { memoryViolation } from './memory';
export type {
  Collected,
  Connector,
  Finder,
  FinderLimits,
  FinderRun,
  Found,
  Json,
  ObservedReading,
  Poll,
  PollLimits,
  PriceReader,
  Source,
  SourceLimits,
  TokenPrice,
  TokenPriced,
  TokenPrices,
  Unfinished,
} from './port';
export { validResponse } from './response-shape';
export { parseRpcUrls, RPC_URLS_FORM, type RpcUrls } from './rpc-urls';
export { SourceError, type SourceErrorKind, SourceQueryError } from './source-error';
export { settingsReader, type SettingsReader } from './settings-reader';
