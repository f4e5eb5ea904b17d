export { ConfigError, type Environment, isAddress, variableReader, type VariableReader } from './environment';
export { exitWithError, listen, ListenError, sendToParent, stopOnSignal } from './process';
