import { defineConfig } from 'tsup';
// eslint-disable-next-line @nx/enforce-module-boundaries -- A plugin of the build, which no program contains.
import { unusedStaysOut } from '../../libs/sdk/build/unused-stays-out';

export default defineConfig([
  {
    entry: { main: 'apps/explorer/src/main.ts' },
    outDir: 'dist/apps/explorer',
    tsconfig: 'apps/explorer/tsconfig.json',
    format: ['cjs'],
    target: 'node20',
    platform: 'node',
    sourcemap: true,
    silent: true,
    // Published as ES modules only, or as two copies of one state.
    noExternal: [/^@droptrack\//, /^d3-/, 'internmap', /^preact/],
  },
  {
    // Files that browsers load. The server adds a hash of the content to their names.
    entry: {
      'assets/crosshair': 'apps/explorer/src/islands/crosshair.ts',
      'assets/verify-proof': 'apps/explorer/src/islands/verify-proof.ts',
      'assets/site': 'apps/explorer/src/style/site.css',
      'assets/hype-validity': 'docs/studies/hype-validity.svg',
    },
    outDir: 'dist/apps/explorer',
    tsconfig: 'apps/explorer/src/islands/tsconfig.json',
    format: ['esm'],
    outExtension: () => ({ js: '.js' }),
    target: 'es2022',
    platform: 'browser',
    minify: true,
    splitting: false,
    silent: true,
    noExternal: [/./],
    loader: { '.svg': 'copy' },
    esbuildPlugins: [unusedStaysOut],
  },
]);
