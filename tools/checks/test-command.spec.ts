import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REPORT = { success: true, numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0 }; // prettier-ignore

// The counts of a run must be of that run, or say that they are not.
describe('npm test', () => {
  let checkout = '';
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'droptrack-checkout-'));
    for (const name of ['test.mjs', 'counts.mjs']) cpSync(join(__dirname, name), join(checkout, 'tools/checks', name));
    mkdirSync(join(checkout, 'node_modules/nx/bin'), { recursive: true });
    writeFileSync(join(checkout, 'package.json'), '{}');
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  /** Runs it with an Nx that notes its arguments, and restores or writes a report. */
  const run = (isRestored: boolean, ...args: readonly string[]) => {
    const report = `{ ...${JSON.stringify(REPORT)}, startTime: ${isRestored ? '1' : 'Date.now()'} }`;
    const nx = `const { writeFileSync } = require('node:fs');
      writeFileSync('nx.txt', process.argv.slice(2).join(' '));
      writeFileSync('dist/reports/test/a.json', JSON.stringify(${report}));`;
    writeFileSync(join(checkout, 'node_modules/nx/bin/nx.js'), nx);
    const command = [join(checkout, 'tools/checks/test.mjs'), 'test', ...args];
    const { stdout, status } = spawnSync(process.execPath, command, { cwd: checkout, encoding: 'utf8' });
    return { status, last: stdout.trimEnd().split('\n').slice(-2), nx: readFileSync(join(checkout, 'nx.txt'), 'utf8') };
  };
  const COUNTS = '3 passed, 0 failed, 0 skipped';

  it('takes unchanged results from the cache, and says how many', () => {
    const { status, last, nx } = run(true);
    expect([status, nx]).toEqual([0, 'run-many -t test --output-style=static']);
    expect(last).toEqual(['0 of 3 results are of this run, the others from the cache of Nx; --fresh runs all', COUNTS]);
  });

  it('runs all with --fresh', () => {
    const { last, nx } = run(false, '--fresh');
    expect(nx).toContain(' --skip-nx-cache');
    expect(last).toEqual(['all 3 results are of this run', COUNTS]);
  });

  it('counts no report of an earlier run', () => {
    mkdirSync(join(checkout, 'dist/reports/test'), { recursive: true });
    writeFileSync(join(checkout, 'dist/reports/test/removed.json'), JSON.stringify({ ...REPORT, startTime: 1 }));
    expect(run(false).last).toEqual(['all 3 results are of this run', COUNTS]);
  });
});
