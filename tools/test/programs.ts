import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
/** In the repository, so that the programs find their packages; one directory per run, as several may build at once. */
const DIRECTORY = join(ROOT, `dist/test-${process.pid}`);
/** Directory of the built programs, for the test processes. Nx sets it, as it has built them before the tests. */
const VARIABLE = 'DROPTRACK_TEST_PROGRAMS';
const run = promisify(execFile);

/** Builds the programs in parallel, once per run, unless the environment names built ones. */
export async function buildPrograms(): Promise<void> {
  const built = process.env[VARIABLE];
  if (built !== undefined) {
    process.env[VARIABLE] = resolve(ROOT, built);
    return;
  }
  const build = ['tools/build/programs.mjs', '--out-dir', DIRECTORY, 'api', 'worker', 'cli', 'explorer'];
  await run(process.execPath, build, { cwd: ROOT });
  process.env[VARIABLE] = DIRECTORY;
}

/** Deletes the programs that {@link buildPrograms} built. */
export async function deletePrograms(): Promise<void> {
  await rm(DIRECTORY, { recursive: true, force: true });
}
