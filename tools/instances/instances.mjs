// What `npm run instances` runs. Builds the service (as `npm start` would), bundles the checks to dist/tools/instances
// and runs them. Says nothing unless a step fails.
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
