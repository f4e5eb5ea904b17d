const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** Aliases of tsconfig.base.json as Jest's module name mapper. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, join(__dirname, file)]),
);

/** The heavy ring: tests of built programs, of crashes and of sizes. `npm run test:heavy` runs them, and only them. */
const HEAVY = '**/*.heavy.spec.ts';

/** Jest's settings of a project: its name, its folder, and whether its tests need the database. */
module.exports = ({ name, rootDir, database = false }) => ({
  displayName: name,
  rootDir,
  testTimeout: 30_000,
  testEnvironment: join(__dirname, 'tools/test/one-context/environment.cjs'),
  runtime: join(__dirname, 'tools/test/one-context/runtime.cjs'),
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

/** Settings of a project's heavy tests. The programs are built once for all of them, unless they are given. */
module.exports.heavy = (project) => ({
  ...project,
  testTimeout: 120_000,
  testMatch: [HEAVY],
  ...(project.globalSetup && {
    globalSetup: join(__dirname, 'tools/test/start-heavy.ts'),
    globalTeardown: join(__dirname, 'tools/test/stop-heavy.ts'),
  }),
});
