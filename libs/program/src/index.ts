export { Departure, type DepartureTerms, LINGER_MS } from './departure';
export { ConfigError, type Environment, isAddress, variableReader, type VariableReader } from './environment';
export { exitWithError, listen, ListenError, sendToParent, stopOnSignal } from './process';
