/** The whole suite in one run, so that one database server serves every file; heavy tests have a run of their own. */
module.exports = {
  projects: ['<rootDir>/libs/*/jest.config.cjs', '<rootDir>/apps/*/jest.config.cjs', '<rootDir>/tools/jest.config.cjs'],
  testTimeout: 30_000,
  // As many as there are processors: Jest leaves one idle for itself, which of two is half.
  maxWorkers: '100%',
};
