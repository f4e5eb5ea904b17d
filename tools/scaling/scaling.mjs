// What `npm run scaling` runs: computes machines and cost from measured figures and assumptions, and writes the tables of
// docs/scaling.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root, run } from '../build/run.mjs';

const outDir = join(root, 'dist', 'tools', 'scaling');
const document = join(root, 'docs/scaling.md');
const require = createRequire(import.meta.url);
await bundle(outDir, { page: join(root, 'tools/scaling/page.ts') });
const { tablesOf, withTables } = require(join(outDir, 'page.cjs'));
writeFileSync(document, withTables(readFileSync(document, 'utf8'), tablesOf()));
run([require.resolve('prettier/bin/prettier.cjs'), '--write', document]);
