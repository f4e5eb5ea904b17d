// The program of `npm run instances`: builds the service (as `npm start` does), bundles the checks to dist/tools/instances
// and runs them. Prints nothing of that unless a step fails.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';
import { buildService } from '../build/service.mjs';

const outDir = join(root, 'dist', 'tools', 'instances');

buildService();
await bundle(outDir, { main: join(root, 'tools/instances/main.ts') });
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
