export { createFinders, type FinderOffReason, type Finders } from './create-finders';
export type { FindersConfig } from './finders-config';
export type { Finder, FinderLimits, FinderRun, Found } from './port';
