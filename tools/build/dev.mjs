// npm run dev: `droptrack up`, again after each change of a source. The command line builds what has changed.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Editors write several files at once. */
const QUIET_MS = 300;

let service = null;
let timer;

function start() {
  service = spawn(process.execPath, [join(root, 'apps/cli/bin/droptrack.cjs'), 'up'], { cwd: root, stdio: 'inherit' });
  service.once('close', () => (service = null));
}

function restart() {
  if (service === null) return start();
  service.once('close', start);
  service.kill('SIGTERM');
}

for (const folder of ['apps', 'libs']) {
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (file === null || /(^|[\\/])(generated|coverage|test)[\\/]|\.spec\.tsx?$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, QUIET_MS);
  });
}
// Ctrl-C reaches the service too, which stops in order.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    clearTimeout(timer);
    if (service === null) process.exit();
    service.once('close', () => process.exit());
    service.kill(signal);
  });
}
start();
