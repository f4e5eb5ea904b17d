const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** Aliases of tsconfig.base.json as Jest's module name mapper. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, join(__dirname, file)]),
);

/** The heavy ring: tests of built programs, of crashes and of sizes. `npm run test:heavy` runs them, and all runs of properties. */
const HEAVY = '**/*.heavy.spec.ts';

/** The release ring: tests of what is deployed, minutes each. `npm run test:release` runs them, `.ci/run` does not. */
const RELEASE = '**/*.release.spec.ts';

const transpiled = (parser) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
    },
    module: { type: 'commonjs' },
  },
];

/** Our environment and module loader; with `TEST_RUNTIME=jest` those of Jest, by which the release ring checks ours. */
const runtime =
  process.env['TEST_RUNTIME'] === 'jest'
    ? { testEnvironment: 'node' }
    : {
        testEnvironment: join(__dirname, 'tools/test/one-context/environment.cjs'),
        runtime: join(__dirname, 'tools/test/one-context/runtime.cjs'),
      };

/** Jest's settings of a project: its name, its folder, and whether its tests need the database. */
module.exports = ({ name, rootDir, database = false }) => ({
  displayName: name,
  rootDir,
  // Only a test that hangs reaches it: at load 20 on two processors, preparations of 2 s have taken more than 30 s.
  testTimeout: 120_000,
  ...runtime,
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx', `!${HEAVY}`, `!${RELEASE}`],
  transform: {
    '^.+\\.ts$': transpiled({ syntax: 'typescript', decorators: true }),
    '^.+\\.tsx$': transpiled({ syntax: 'typescript', decorators: true, tsx: true }),
  },
  moduleNameMapper,
  ...(database && {
    globalSetup: join(__dirname, 'tools/test/start-database.ts'),
    globalTeardown: join(__dirname, 'tools/test/stop-database.ts'),
  }),
});

/** Specs of the suite whose properties have few runs there, see tools/test/runs.ts. */
const specsWithRuns = (rootDir) =>
  readdirSync(join(rootDir), { recursive: true })
    .filter((name) => name.endsWith('.spec.ts') && !name.includes('node_modules'))
    .map((name) => join(rootDir, name))
    .filter((path) => readFileSync(path, 'utf8').includes("/tools/test/runs'"));

/**
 * Settings of a project's heavy tests, and of all runs of its properties. The programs are built once for all of them, unless
 * they are given.
 */
module.exports.heavy = (project) => ({
  ...project,
  testTimeout: 300_000,
  testMatch: [HEAVY, ...specsWithRuns(project.rootDir)],
  setupFiles: [join(__dirname, 'tools/test/all-runs.ts')],
  ...(project.globalSetup && {
    globalSetup: join(__dirname, 'tools/test/start-heavy.ts'),
    globalTeardown: join(__dirname, 'tools/test/stop-heavy.ts'),
  }),
});

/** Settings of a project's release tests. */
module.exports.release = (project) => ({
  ...module.exports.heavy(project),
  testTimeout: 1_800_000,
  testMatch: [RELEASE],
});
