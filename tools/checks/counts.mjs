// Prints the one line that ends a run of .ci/run, from Jest's own report, and fails when anything failed or nothing ran.
import { readFileSync } from 'node:fs';

const [, , reportFile, failedSteps] = process.argv;

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    console.error('the test runner left no report');
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numRuntimeErrorTestSuites: 1 };
  }
}

const report = readReport();
const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
console.log(`${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests} skipped`);
process.exit(report.numPassedTests > 0 && failed === 0 && failedSteps === '0' ? 0 : 1);
