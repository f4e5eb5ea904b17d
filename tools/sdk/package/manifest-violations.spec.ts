import { manifestViolations } from './manifest-violations';

const FILES = ['package.json', 'index.js', 'index.mjs', 'index.d.ts', 'index.d.mts'];
const import_ = { types: './index.d.mts', default: './index.mjs' };
const require_ = { types: './index.d.ts', default: './index.js' };
const VALID = {
  name: '@droptrack/sdk',
  version: '1.2.3',
  license: 'MIT',
  sideEffects: false,
  engines: { node: '>=20.19' },
  main: './index.js',
  module: './index.mjs',
  types: './index.d.ts',
  exports: { '.': { import: import_, require: require_ }, './package.json': './package.json' },
};

// A published version cannot be changed: each of these would break builds of users.
describe('manifestViolations', () => {
  it('returns none for a valid package.json', () => {
    expect(manifestViolations(VALID, FILES)).toEqual([]);
  });

  const defaultFirst = { default: './index.mjs', types: './index.d.mts' };
  it.each([
    ['a dependency', { dependencies: { zod: '4.0.0' } }, 'dependencies'],
    ['a peer', { peerDependencies: { zod: '*' } }, 'peerDependencies'],
    ['a main that does not exist', { main: './dist/index.js' }, 'main is ./dist/index.js'],
    ['types that do not exist', { types: './types.d.ts' }, 'types is ./types.d.ts'],
    ['no types for old compilers', { types: undefined }, 'types is missing'],
    [
      'no types for import',
      { exports: { '.': { import: './index.mjs', require: require_ } } },
      'exports.import: types',
    ],
    ['types after default', { exports: { '.': { import: defaultFirst, require: require_ } } }, 'types must come first'],
    ['nothing for require', { exports: { '.': { import: import_ } } }, 'nothing for require'],
    [
      'a file that does not exist',
      { exports: { '.': { import: import_, require: { ...require_, default: './a.cjs' } } } },
      './a.cjs',
    ],
    ['no exports', { exports: undefined }, 'exports'],
    ['side effects', { sideEffects: undefined }, 'sideEffects'],
    ['private', { private: true }, 'private'],
    ['scripts', { scripts: { postinstall: 'node index.js' } }, 'scripts'],
    ['no engines', { engines: undefined }, 'engines'],
  ])('reports %s', (_name, violation, text) => {
    expect(manifestViolations({ ...VALID, ...violation }, FILES)).toEqual(
      expect.arrayContaining([expect.stringContaining(text)]),
    );
  });
});
