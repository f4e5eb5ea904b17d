// npm run sdk:pack, sdk:sizes and sdk:check: bundles the program to dist/tools/sdk and runs it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';

const outDir = join(root, 'dist', 'tools', 'sdk');

await bundle(outDir, { main: join(root, 'tools/sdk/main.ts') });
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
