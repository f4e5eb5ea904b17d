const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** The exact aliases of tsconfig.base.json, as Jest wants them. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, join(__dirname, file)]),
);

/** Tests of built programs, of crashes and of sizes: `npm run test:heavy` runs them, and only them. */
const HEAVY = '**/*.heavy.spec.ts';

/**
 * Handed to each module. Looked up in the sandbox of a test file each would take a microsecond a time, which is half of
 * the time of what calculates. What tests replace is not among them, nor what modules declare themselves.
 */
const FAST_GLOBALS = ['Array', 'BigInt', 'JSON', 'Math', 'Number', 'Object', 'String', 'Uint8Array'];

/** What every project's tests share; a project adds its name and whether it needs the database. */
module.exports = ({ name, rootDir, database = false }) => ({
  displayName: name,
  rootDir,
  testEnvironment: 'node',
  sandboxInjectedGlobals: FAST_GLOBALS,
  testMatch: ['**/*.spec.ts', `!${HEAVY}`],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper,
  ...(database && {
    globalSetup: join(__dirname, 'tools/test/start-database.ts'),
    globalTeardown: join(__dirname, 'tools/test/stop-database.ts'),
  }),
});

/** The heavy tests of a project, on programs that are built once for all of them. */
module.exports.heavy = (project) => ({
  ...project,
  testMatch: [HEAVY],
  globalSetup: join(__dirname, 'tools/test/start-heavy.ts'),
  globalTeardown: join(__dirname, 'tools/test/stop-heavy.ts'),
});
