/** Types of the package, which it declares in `exports` only; the resolution `node10` does not read that. */
declare module 'hyparquet-writer' {
  export * from 'hyparquet-writer/types/index';
}
