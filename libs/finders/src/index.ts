export { createFinders, type FinderOffReason, type Finders } from './create-finders';
export { FactoriesFileError } from './evm-campaigns/factories-file';
export { createRunHttp, type RunHttp, type RunHttpOptions } from './http/run-http';
export type { FindersConfig } from './finders-config';
export type { Finder, FinderLimits, FinderRun, Found } from './port';
export { type DiscoverySettings, readDiscoverySettings } from './read-settings';
