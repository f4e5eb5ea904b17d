const { release } = require('./jest.preset.cjs');

/** Release tests, `*.release.spec.ts`: image, manifests, upgrades, restarts under load; minutes each, one after the other. */
module.exports = {
  projects: ['apps/api', 'apps/cli', 'tools/deploy'].map((directory) =>
    release(require(`./${directory}/jest.config.cjs`)),
  ),
  testTimeout: 1_800_000,
  maxWorkers: 1,
};
