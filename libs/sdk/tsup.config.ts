import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const SOURCE = 'libs/sdk';
const OUTPUT = 'dist/libs/sdk';

/** Our own libraries, which are in no registry: they go into the package, their types as well. */
const INNER = /^@droptrack\//;

/** Pure and small, and there is no other way to sum what comes in pieces; without it the package would need others. */
const HASHES = /^@noble\/hashes/;

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
  sourcemap: true,
  clean: true,
  onSuccess: async () => writePackage(),
});

/** The package is published from the output only, so `private` and the paths differ from the source's. */
function writePackage(): void {
  const published = {
    ...JSON.parse(readFileSync(`${SOURCE}/package.json`, 'utf8')),
    private: undefined,
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
  copyFileSync(`${SOURCE}/README.md`, `${OUTPUT}/README.md`);
  copyFileSync('LICENSE', `${OUTPUT}/LICENSE`);
}
