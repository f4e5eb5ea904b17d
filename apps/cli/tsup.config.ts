import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { main: 'apps/cli/src/main.ts' },
  outDir: 'dist/apps/cli',
  tsconfig: 'apps/cli/tsconfig.json',
  format: ['cjs'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  clean: true,
  silent: true,
  // Published as ES modules only.
  noExternal: [/^@droptrack\//, /^hyparquet/],
});
