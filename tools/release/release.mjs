// npm run release: installs the linters of the package, bundles the program to dist/tools/release and runs it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';
import { installToolset } from '../packages/install.mjs';

// Nx reads these when it is loaded.
Object.assign(process.env, { NX_DAEMON: 'false', NX_TUI: 'false' });
const outDir = join(root, 'dist', 'tools', 'release');

installToolset('tools/sdk/packages');
await bundle(outDir, { main: join(root, 'tools/release/main.ts') });
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(outDir, 'main.cjs'));
