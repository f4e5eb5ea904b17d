import { manifestFaults } from './manifest-faults';

const FILES = ['package.json', 'index.js', 'index.mjs', 'index.d.ts', 'index.d.mts'];
const import_ = { types: './index.d.mts', default: './index.mjs' };
const require_ = { types: './index.d.ts', default: './index.js' };
const SOUND = {
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

// A published package.json cannot be taken back: each of these would break somebody's build.
describe('faults of a published package.json', () => {
  it('are none in a sound one', () => {
    expect(manifestFaults(SOUND, FILES)).toEqual([]);
  });

  const defaultFirst = { default: './index.mjs', types: './index.d.mts' };
  it.each([
    ['a dependency', { dependencies: { zod: '4.0.0' } }, 'dependencies'],
    ['a peer', { peerDependencies: { zod: '*' } }, 'peerDependencies'],
    ['a wrong main', { main: './dist/index.js' }, 'main is ./dist/index.js'],
    ['types that are not there', { types: './types.d.ts' }, 'types is ./types.d.ts'],
    ['no types for old compilers', { types: undefined }, 'types is missing'],
    [
      'no types for import',
      { exports: { '.': { import: './index.mjs', require: require_ } } },
      'exports.import: types',
    ],
    ['types too late', { exports: { '.': { import: defaultFirst, require: require_ } } }, 'types must come first'],
    ['nothing for require', { exports: { '.': { import: import_ } } }, 'nothing for require'],
    [
      'a file that is not there',
      { exports: { '.': { import: import_, require: { ...require_, default: './a.cjs' } } } },
      './a.cjs',
    ],
    ['no exports', { exports: undefined }, 'exports'],
    ['side effects', { sideEffects: undefined }, 'sideEffects'],
    ['a mark that keeps it from being published', { private: true }, 'private'],
    ['scripts', { scripts: { postinstall: 'node index.js' } }, 'scripts'],
    ['no engines', { engines: undefined }, 'engines'],
  ])('tell of %s', (_name, fault, words) => {
    expect(manifestFaults({ ...SOUND, ...fault }, FILES)).toEqual(
      expect.arrayContaining([expect.stringContaining(words)]),
    );
  });
});
