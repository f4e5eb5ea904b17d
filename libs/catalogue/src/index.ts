export * from './definition';
export * from './revision';
