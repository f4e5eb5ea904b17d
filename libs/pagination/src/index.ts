export * from './crc32';
export * from './cursor';
export * from './cursor-scope';
export * from './page';
export * from './position';
export * from './walk';
