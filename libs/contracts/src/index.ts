export * from './calendar';
export * from './drop';
export * from './eligibility';
export * from './explain';
export * from './hype';
export * from './page';
export * from './plan';
export * from './problem';
