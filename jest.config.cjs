/** Every test file in one run, for `npx jest <path>`; `npm test` runs the projects' `test` targets through Nx. */
module.exports = {
  projects: ['libs', 'apps', 'tools'].map((directory) => `<rootDir>/${directory}/*/jest.config.cjs`),
  testTimeout: 120_000,
  // One worker per processor. Jest keeps one processor for itself, which is half of two.
  maxWorkers: '100%',
};
