export * from './envelope';
export * from './errors';
export * from './secret';
export * from './sign';
export * from './verify-signature';
