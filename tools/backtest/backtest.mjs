// What `npm run backtest` runs: bundles the backtest to dist/tools/backtest and runs it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';

const outDir = join(root, 'dist', 'tools', 'backtest');
await bundle(outDir, { main: join(root, 'tools/backtest/main.ts') });
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
