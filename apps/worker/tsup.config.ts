import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { main: 'apps/worker/src/main.ts' },
  outDir: 'dist/apps/worker',
  tsconfig: 'apps/worker/tsconfig.json',
  format: ['cjs'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  clean: true,
  silent: true,
  noExternal: [/^@droptrack\//],
});
