// Prints the counts of Jest's reports in one line, the last of .ci/run and npm test, after a line that says how many of these
// results are of this run. Fails when a step or a test failed or a report has no passed test.
// Usage: counts.mjs <failed steps> <start of the run, in ms since 1970> <report> …
import { readFileSync } from 'node:fs';

const [, , failedSteps, runStartedAtMs, ...reportFiles] = process.argv;

/** Counts of a report. A missing report, or one that failed outside of a test, counts as one failure. */
function countsOf(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, numPendingTests: skipped } = report;
    // Nx restores the report of an unchanged project as it was written then.
    const isOfThisRun = report.startTime >= Number(runStartedAtMs);
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    if (!(passed + failed + skipped >= 0)) throw new Error('not a report');
    const isHiddenFailure = failed === 0 && (passed === 0 || report.success !== true);
    const restored = isOfThisRun ? 0 : passed + failed + skipped;
    return { passed, failed: isHiddenFailure ? 1 : failed, skipped, restored };
  } catch {
    console.error('the test runner wrote no report');
    return { passed: 0, failed: 1, skipped: 0, restored: 0 };
  }
}

const counts = reportFiles.map(countsOf);
const sum = (name) => counts.reduce((total, each) => total + each[name], 0);
const all = sum('passed') + sum('failed') + sum('skipped');
const restored = sum('restored');
console.log(
  restored === 0
    ? `all ${all} results are of this run`
    : `${all - restored} of ${all} results are of this run, the others from the cache of Nx; --fresh runs all`,
);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(counts.length > 0 && sum('failed') === 0 && failedSteps === '0' ? 0 : 1);
