import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from './config/places';
import { run } from './run';
import { watchParent } from './up/parent-watch';

const places = findPlaces(__dirname);
const dotEnv = join(places.root, '.env');
// Variables that are set already stay as they are.
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);

// Who reads our words may leave (`droptrack keys list | head -1`); there is nobody to tell then.
process.stdout.on('error', () => process.exit(0));

// A signal to `npm start` reaches a shell, not us; that it is gone does.
if (process.env['npm_lifecycle_event'] !== undefined) {
  const stop = (): void => void process.kill(process.pid, 'SIGTERM');
  watchParent(() => process.ppid, stop);
}

/** Opened by the command that reads it: an open one keeps the process from ending. */
async function* stdin(): AsyncGenerator<Uint8Array> {
  yield* process.stdin as AsyncIterable<Uint8Array>;
}

void run(process.argv.slice(2), {
  env: process.env,
  places,
  cwd: process.cwd(),
  stdin: stdin(),
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  nodeVersion: process.versions.node,
  now: () => new Date(),
}).then((code) => {
  process.exitCode = code;
});
