const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** Aliases of tsconfig.base.json as Jest's module name mapper. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, join(__dirname, file)]),
);

/** Tests of built programs, of crashes and of sizes: `npm run test:heavy` runs them, and only them. */
const HEAVY = '**/*.heavy.spec.ts';

/**
 * Globals that each module receives as arguments. A look-up in the sandbox of a test file takes a microsecond, which is half
 * of the time of pure computations. Globals that tests replace or modules declare themselves are not in the list.
 */
const FAST_GLOBALS = ['Array', 'BigInt', 'JSON', 'Math', 'Number', 'Object', 'String', 'Uint8Array'];

/** Configuration that all projects share; a project adds its name and its need for the database. */
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
