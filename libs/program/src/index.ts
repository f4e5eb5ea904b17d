export { ConfigError, type Environment, isAddress, variableReader, type VariableReader } from './environment';
export { exitWithError, listen, ListenError, sendToParent, stopOnSignal } from './process';
export { readTraceparent, SHORT_SOLANA_PREFIX, startTrace, type TraceContext } from './trace-context';
