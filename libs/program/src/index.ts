export { Departure, type DepartureTerms, LINGER_MS } from './departure';
export { ConfigError, type Environment, isAddress, variableReader, type VariableReader } from './environment';
export { findInstallation, PROGRAM_VERSION, releaseOf } from './release';
export {
  exitWithError,
  ExpectedError,
  type ExpectedFailure,
  listen,
  ListenError,
  PROGRAM_EXIT,
  sendToParent,
  stopOnSignal,
  urlOf,
} from './process';
export { readTraceparent, SHORT_SOLANA_PREFIX, startTrace, type TraceContext } from './trace-context';
