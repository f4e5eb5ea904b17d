import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
/** In the clone, where programs find their packages; of this run alone, as others may be building meanwhile. */
const DIRECTORY = join(ROOT, `dist/test-${process.pid}`);
const run = promisify(execFile);

/** Builds the programs beside each other, once for the run, and tells the test processes where they are. */
export async function buildPrograms(): Promise<void> {
  const tsup = join(ROOT, 'node_modules/tsup/dist/cli-default.js');
  const one = (app: string) =>
    run(process.execPath, [tsup, '--config', `apps/${app}/tsup.config.ts`, '--out-dir', join(DIRECTORY, app)], {
      cwd: ROOT,
    });
  await Promise.all(['api', 'worker', 'cli'].map(one));
  process.env['DROPTRACK_TEST_PROGRAMS'] = DIRECTORY;
}

/** Deletes what {@link buildPrograms} built. */
export async function deletePrograms(): Promise<void> {
  await rm(DIRECTORY, { recursive: true, force: true });
}
