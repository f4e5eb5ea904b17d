export { ConfigError, type Environment, variableReader, type VariableReader } from './environment';
export { exitWithError, listen, PortTakenError, sendToParent, stopOnSignal } from './process';
