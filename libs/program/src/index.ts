export { ConfigError, type Environment, isAddress, variableReader, type VariableReader } from './environment';
export { exitWithError, listen, PortTakenError, sendToParent, stopOnSignal } from './process';
