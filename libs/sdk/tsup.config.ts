import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';
import { defineConfig, type Options } from 'tsup';
import { markPure } from './build/mark-pure';
import { unusedStaysOut } from './build/unused-stays-out.mjs';
import { withoutUnreadMembers } from './build/without-members';
import { withoutSentences } from './build/without-sentences';

const SOURCE = 'libs/sdk';
const OUTPUT = 'dist/libs/sdk';

/** Libraries of this repository. They are not published, so they are bundled with their types. */
const INNER = /^@droptrack\//;

/** Lets the bundlers of users drop the unused parts of the published file. */
const valuesStayOut: NonNullable<Options['plugins']>[number] = {
  name: 'values-stay-out',
  renderChunk(code, { type }) {
    return type === 'chunk' && this.format === 'esm' ? { code: markPure(code) } : undefined;
  },
};

/**
 * Builds the published package: ESM and CommonJS, each with types. Run it from the root of the repository.
 *
 * ES modules are split at each dynamic `import()`, so that bundlers of users can load that code later (decision 0021);
 * CommonJS is one file.
 */
export default defineConfig({
  entry: ['index', 'claims', 'starknet', 'testing'].map((name) => `${SOURCE}/src/${name}.ts`),
  outDir: OUTPUT,
  tsconfig: `${SOURCE}/tsconfig.json`,
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: { resolve: [INNER] },
  noExternal: [INNER],
  esbuildPlugins: [unusedStaysOut, withoutSentences, withoutUnreadMembers],
  plugins: [valuesStayOut],
  // The code is published unminified. Source maps would be two thirds of the download.
  sourcemap: false,
  clean: true,
  onSuccess: async () => writePackage(),
});

/** Documents that are published if they exist; `npm run sdk:check` verifies the required ones. */
const DOCUMENTS = ['README.md', 'api.md', 'CHANGELOG.md'];

/** Repository of a build on GitHub, which npm compares with the provenance. */
function repository(): object {
  const name = env['GITHUB_REPOSITORY'];
  return name === undefined ? {} : { repository: { type: 'git', url: `git+https://github.com/${name}.git` } };
}

/** Writes the published package.json, which differs from the source in `private` and the paths. */
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
      './claims': {
        import: { types: './claims.d.mts', default: './claims.mjs' },
        require: { types: './claims.d.ts', default: './claims.js' },
      },
      './starknet': {
        import: { types: './starknet.d.mts', default: './starknet.mjs' },
        require: { types: './starknet.d.ts', default: './starknet.js' },
      },
      './testing': {
        import: { types: './testing.d.mts', default: './testing.mjs' },
        require: { types: './testing.d.ts', default: './testing.js' },
      },
      './package.json': './package.json',
    },
  };
  writeFileSync(`${OUTPUT}/package.json`, `${JSON.stringify(published, null, 2)}\n`);
  const documents = DOCUMENTS.filter((name) => existsSync(`${SOURCE}/${name}`));
  for (const name of documents) copyFileSync(`${SOURCE}/${name}`, `${OUTPUT}/${name}`);
  copyFileSync('LICENSE', `${OUTPUT}/LICENSE`);
}
