import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { main: 'apps/api/src/main.ts' },
  outDir: 'dist/apps/api',
  tsconfig: 'apps/api/tsconfig.json',
  format: ['cjs'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  clean: true,
  silent: true,
  // d3 is published as ES modules only.
  noExternal: [/^@droptrack\//, /^d3-/, 'internmap'],
});
