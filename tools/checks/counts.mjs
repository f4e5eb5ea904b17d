// Prints the counts of Jest's reports in one line, the last of .ci/run and npm test. Fails when a step or a test failed or
// a report has no passed test. Usage: counts.mjs <failed steps> <report> …
import { readFileSync } from 'node:fs';

const [, , failedSteps, ...reportFiles] = process.argv;

/** Counts of a report. A missing report, or one that failed outside of a test, counts as one failure. */
function countsOf(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, numPendingTests: skipped } = report;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    if (!(passed + failed + skipped >= 0)) throw new Error('not a report');
    const isHiddenFailure = failed === 0 && (passed === 0 || report.success !== true);
    return { passed, failed: isHiddenFailure ? 1 : failed, skipped };
  } catch {
    console.error('the test runner wrote no report');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const counts = reportFiles.map(countsOf);
const sum = (name) => counts.reduce((total, each) => total + each[name], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(counts.length > 0 && sum('failed') === 0 && failedSteps === '0' ? 0 : 1);
