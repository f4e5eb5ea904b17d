const { heavy } = require('./jest.preset.cjs');

/** What takes seconds a test, beside the suite: `*.heavy.spec.ts`, on built programs. */
module.exports = {
  projects: ['apps/api', 'apps/cli', 'apps/worker', 'libs/eligibility', 'libs/persistence', 'libs/sample', 'tools'].map(
    (directory) => heavy(require(`./${directory}/jest.config.cjs`)),
  ),
  testTimeout: 120_000,
  maxWorkers: '100%',
};
