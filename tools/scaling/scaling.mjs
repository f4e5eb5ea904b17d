// What `npm run scaling` runs: computes machines and cost from measured figures and assumptions, and writes the tables of
// docs/scaling.md.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root, run } from '../build/run.mjs';

const outDir = join(root, 'dist', 'tools', 'scaling');
await bundle(outDir, { main: join(root, 'tools/scaling/main.ts') });
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
run([createRequire(import.meta.url).resolve('prettier/bin/prettier.cjs'), '--write', join(root, 'docs/scaling.md')]);
