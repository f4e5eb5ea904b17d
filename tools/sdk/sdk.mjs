// npm run sdk:pack, sdk:sizes and sdk:check: installs the packages of the checks, bundles the program to dist/tools/sdk and runs it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';
import { installToolset } from '../packages/install.mjs';

const outDir = join(root, 'dist', 'tools', 'sdk');

if (process.argv[2] !== 'pack') ['tools/sdk/packages', 'tools/browser'].forEach(installToolset);
await bundle(outDir, { main: join(root, 'tools/sdk/main.ts') });
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
