export * from './calendar';
export * from './drop';
export * from './page';
export * from './plan';
export * from './problem';
