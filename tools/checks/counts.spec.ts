import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUN_STARTED_AT_MS = 1_000;
const FINE = { startTime: 1_001, success: true, numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 1 }; // prettier-ignore

// The last line of CI and its exit code decide if a change lands.
describe('counts.mjs', () => {
  let folder = '';
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack-counts-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Counts reports with these contents; null stands for a missing file. */
  const count = (failedSteps: number, ...reports: readonly (object | string | null)[]) => {
    const files = reports.map((report, n) => {
      const file = join(folder, `${n}.json`);
      rmSync(file, { force: true });
      if (report !== null) writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
      return file;
    });
    const args = [join(__dirname, 'counts.mjs'), String(failedSteps), String(RUN_STARTED_AT_MS), ...files];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return [stdout, status];
  };

  it('adds up all reports, and passes if nothing failed', () => {
    expect(count(0, FINE, { ...FINE, numPassedTests: 40 })).toEqual([
      'all 45 results are of this run\n43 passed, 0 failed, 2 skipped\n',
      0,
    ]);
  });

  // A run that restored everything has proved nothing about this machine, and must not look like one that ran.
  it('says how many results were restored from the cache', () => {
    expect(count(0, FINE, { ...FINE, startTime: 999, numPassedTests: 40 })).toEqual([
      '4 of 45 results are of this run, the others from the cache of Nx; --fresh runs all\n43 passed, 0 failed, 2 skipped\n',
      0,
    ]);
  });

  it('fails for a failed step', () => {
    expect(count(1, FINE, FINE)).toEqual(['all 8 results are of this run\n6 passed, 0 failed, 2 skipped\n', 1]);
  });

  const FAILURES: readonly [string, object | string | null, number][] = [
    ['failed tests', { ...FINE, success: false, numFailedTests: 2 }, 2],
    ['files that do not load', { ...FINE, success: false, numRuntimeErrorTestSuites: 1 }, 1],
    ['a failure outside of a test', { ...FINE, success: false }, 1],
    ['a run without tests', { ...FINE, numPassedTests: 0 }, 1],
    ['a runner that crashed before it wrote a report', '', 1],
    ['a runner that never started', null, 1],
    ['an unknown report', {}, 1],
  ];
  it.each(FAILURES)('fails for %s, in either report', (_, report, failed) => {
    for (const reports of [
      [FINE, report],
      [report, FINE],
    ]) {
      expect(count(0, ...reports)).toEqual([expect.stringContaining(` passed, ${failed} failed, `), 1]);
    }
  });
});
