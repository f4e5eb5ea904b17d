// The program of `npm run bench`: builds the service (as `npm start` does), bundles the benches to dist/tools/bench and runs
// them. Prints nothing of that unless a step fails.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';
import { buildService } from '../build/service.mjs';
import { installToolset } from '../packages/install.mjs';

const outDir = join(root, 'dist', 'tools', 'bench');

buildService();
installToolset('tools/browser');
await bundle(outDir, { main: join(root, 'tools/bench/main.ts'), child: join(root, 'tools/bench/child.ts') });
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
