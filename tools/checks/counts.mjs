// Prints the one line that ends a run of .ci/run, from Jest's own reports, and fails when anything failed or one ran nothing.
// Use: counts.mjs <failed steps> <report> …
import { readFileSync } from 'node:fs';

const [, , failedSteps, ...reportFiles] = process.argv;

/** What a report counts. One that is not there, or ended on something that no test is, has a failure of its own. */
function countsOf(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, numPendingTests: skipped } = report;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    if (!(passed + failed + skipped >= 0)) throw new Error('not a report');
    const isUntold = failed === 0 && (passed === 0 || report.success !== true);
    return { passed, failed: isUntold ? 1 : failed, skipped };
  } catch {
    console.error('the test runner left no report');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const counts = reportFiles.map(countsOf);
const sum = (name) => counts.reduce((total, each) => total + each[name], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(counts.length > 0 && sum('failed') === 0 && failedSteps === '0' ? 0 : 1);
