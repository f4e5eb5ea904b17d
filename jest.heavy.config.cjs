const { heavy } = require('./jest.preset.cjs');

/** Heavy tests, `*.heavy.spec.ts`: built programs, crashes, large data; seconds each. */
module.exports = {
  projects: [
    'apps/api',
    'apps/cli',
    'apps/explorer',
    'apps/worker',
    'libs/claim-calls',
    'libs/claims',
    'libs/connectors',
    'libs/eligibility',
    'libs/finders',
    'libs/persistence',
    'tools/backtest',
    'tools/deploy',
    'tools/openapi',
    'tools/release',
    'tools/sdk',
  ].map((directory) => heavy(require(`./${directory}/jest.config.cjs`))),
  testTimeout: 300_000,
  maxWorkers: '100%',
};
