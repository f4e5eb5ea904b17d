import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';
import { defineConfig, type Options } from 'tsup';
import { markPure } from './build/mark-pure';

const SOURCE = 'libs/sdk';
const OUTPUT = 'dist/libs/sdk';

/** Our own libraries, which are in no registry: they go into the package, their types as well. */
const INNER = /^@droptrack\//;

/** Pure and small, and there is no other way to sum what comes in pieces; without it the package would need others. */
const HASHES = /^@noble\/hashes/;

/**
 * Our own libraries do nothing when they are loaded, so what is not used of them stays out of the package. The bundler
 * cannot know: where a module calls something at its top, it would keep the module.
 */
const unusedStaysOut: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'unused-stays-out',
  setup(build) {
    build.onResolve({ filter: /^(?:\.|@droptrack\/)/ }, async ({ path, pluginData, ...given }) => {
      if (pluginData === 'asked' || given.kind === 'entry-point') return undefined;
      return { ...(await build.resolve(path, { ...given, pluginData: 'asked' })), sideEffects: false };
    });
  },
};

/** The same for those who bundle the package: what a program does not use of the one file stays out of it. */
const valuesStayOut: NonNullable<Options['plugins']>[number] = {
  name: 'values-stay-out',
  renderChunk(code, { type }) {
    return type === 'chunk' && this.format === 'esm' ? { code: markPure(code) } : undefined;
  },
};

/** What is published: ESM and CommonJS from one source, each with types of its own. Run from the root. */
export default defineConfig({
  entry: [`${SOURCE}/src/index.ts`],
  outDir: OUTPUT,
  tsconfig: `${SOURCE}/tsconfig.json`,
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: { resolve: [INNER] },
  noExternal: [INNER, HASHES],
  esbuildPlugins: [unusedStaysOut],
  plugins: [valuesStayOut],
  // Published as it reads: maps with the sources in them were two thirds of what people download.
  sourcemap: false,
  clean: true,
  onSuccess: async () => writePackage(),
});

/** What is published beside the code, where it is there; the check of the package knows which must be. */
const PAPERS = ['README.md', 'api.md', 'CHANGELOG.md', 'NOTICES.md'];

/** Where it was built, when GitHub did: what npm holds the signature of the origin against. */
function repository(): object {
  const name = env['GITHUB_REPOSITORY'];
  return name === undefined ? {} : { repository: { type: 'git', url: `git+https://github.com/${name}.git` } };
}

/** The package is published from the output only, so `private` and the paths differ from the source's. */
function writePackage(): void {
  const published = {
    ...JSON.parse(readFileSync(`${SOURCE}/package.json`, 'utf8')),
    private: undefined,
    ...repository(),
    type: 'commonjs',
    main: './index.js',
    module: './index.mjs',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.mts', default: './index.mjs' },
        require: { types: './index.d.ts', default: './index.js' },
      },
      './package.json': './package.json',
    },
  };
  writeFileSync(`${OUTPUT}/package.json`, `${JSON.stringify(published, null, 2)}\n`);
  const papers = PAPERS.filter((name) => existsSync(`${SOURCE}/${name}`));
  for (const name of papers) copyFileSync(`${SOURCE}/${name}`, `${OUTPUT}/${name}`);
  copyFileSync('LICENSE', `${OUTPUT}/LICENSE`);
}
