export * from './position';
