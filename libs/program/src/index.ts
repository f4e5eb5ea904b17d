export { clientAddresses } from './client-address';
export { Departure, type DepartureTerms, LINGER_MS } from './departure';
export { ConfigError, type Environment, isAddress, variableReader, type VariableReader } from './environment';
export { findMisspelt, type Misspelt, misspeltSentence, readSettingNames } from './misspelt';
export { nearMiss } from './near-miss';
export { nodeNotice } from './node-support';
export { type Sentinels, sentinelsOf } from './redis-url';
export { findInstallation, PROGRAM_VERSION, releaseOf } from './release';
export {
  exitWithError,
  ExpectedError,
  HELD,
  listen,
  ListenError,
  type Release,
  sendToParent,
  stopOnSignal,
  urlOf,
} from './process';
export { readTraceparent, SHORT_SOLANA_PREFIX, startTrace, type TraceContext } from './trace-context';
