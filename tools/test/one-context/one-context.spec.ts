import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const FIXTURES = join(__dirname, 'fixtures');
const TITLES = [
  'finds no global of another file',
  'finds the globals of Node as they were',
  'finds the environment of the process as it was',
  'finds no listener of another file',
  'finds the functions of the process as they were',
  'finds the real clock',
  'evaluates a module of the repository for itself',
  'gets the package that the files before it have loaded',
];

/** Runs both fixtures in one process, by the environment given. @returns the titles of the tests of each file that failed. */
function runFixtures(environment: Readonly<Record<string, string>> = {}): Readonly<Record<string, readonly string[]>> {
  const args = [require.resolve('jest/bin/jest'), '-c', join(FIXTURES, 'jest.config.cjs'), '--runInBand', '--json'];
  // The suite itself can run by the module loader of Jest.
  const outer = { ...process.env, TEST_RUNTIME: undefined };
  const env = { ...outer, FIXTURE_KEPT: 'as the parent set it', ...environment };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: FIXTURES,
    env,
    encoding: 'utf8',
    timeout: 100_000,
  });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const files = (JSON.parse(stdout) as Report).testResults;
  expect(files.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title))).toEqual([
    ...TITLES,
    ...TITLES,
  ]);
  return Object.fromEntries(
    files.map(({ name, assertionResults }) => [
      name.slice(FIXTURES.length + 1),
      assertionResults.filter(({ status }) => status !== 'passed').map(({ title }) => title),
    ]),
  );
}

jest.setTimeout(120_000);

describe('test files of one process', () => {
  it('have fresh globals, environment, listeners, clock and modules, and share packages', () => {
    expect(runFixtures()).toEqual({ 'first.fixture.ts': [], 'second.fixture.ts': [] });
  });

  it('would see whatever the environment did not restore', () => {
    const failures = runFixtures({ FIXTURE_ENVIRONMENT: join(FIXTURES, 'leaking-environment.cjs') });
    expect(failures).toEqual({ 'first.fixture.ts': [], 'second.fixture.ts': TITLES.slice(0, 6) });
  });

  it('share no package with the module loader of Jest', () => {
    const failures = runFixtures({ TEST_RUNTIME: 'jest' });
    expect(failures).toEqual({ 'first.fixture.ts': [], 'second.fixture.ts': TITLES.slice(7) });
  });
});
