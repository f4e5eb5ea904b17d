import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findPlaces } from './config/places';
import { endWithReader } from './output/lost-reader';
import { run } from './run';
import { npmBehind, watchParent } from './session/process-watch';

const places = findPlaces(__dirname);
const dotEnv = join(places.root, '.env');
// loadEnvFile does not override variables that are already set.
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);

const codeOfEnd = endWithReader(process.stdout, process.stderr, {
  askToStop: () => process.emit('SIGTERM'),
  exit: (code) => process.exit(code),
});

// npm runs a shell in between: a signal to `npm start` can end npm or the shell without reaching this process.
if (process.env['npm_lifecycle_event'] !== undefined) {
  const stop = (): void => void process.kill(process.pid, 'SIGTERM');
  void npmBehind(process.ppid).then((npm) => watchParent(() => process.ppid, npm, stop));
}

/** Standard input, opened by the first read: an open stream keeps the process alive. */
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
  runProgram: (entry) => void createRequire(entry)(entry),
  now: () => new Date(),
  uptimeMs: () => performance.now(),
  programsBuilt: (process as { droptrackBuilt?: Promise<void> }).droptrackBuilt ?? Promise.resolve(),
}).then((code) => {
  process.exitCode = codeOfEnd() ?? code;
});
