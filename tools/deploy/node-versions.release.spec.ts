import { createTestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, startProgram } from '@droptrack/program/testing';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { skipBecause } from '../test/debian-programs';
import { installPackages } from '../test/install-packages';
import { RUNS_VARIABLE } from '../test/runs';

const ROOT = join(__dirname, '../..');
const PLATFORM = `node-${process.platform}-${process.arch}`;
/** The oldest version of each range in `engines`. */
const OLDEST = ['20.19.0', '22.12.0', '24.0.0'];
const CURRENT = ['22', '24', '26'];
const SUITE_MS_MAX = 3_600_000;

const versions = [...OLDEST, ...CURRENT];
const installed = installPackages(...versions.map((version) => `node-${version}@npm:${PLATFORM}@${version}`));
const describeWithVersions = installed === null ? skipBecause('versions of Node cannot be installed') : describe;

describeWithVersions('versions of Node', () => {
  afterAll(() => installed?.remove());

  const nodeOf = (version: string) => join(installed!.folder, `node_modules/node-${version}/bin/node`);

  /** Runs the whole suite, as `npm test` does: with few runs of properties. @returns the status of Jest, and what failed. */
  function runSuite(version: string, environment: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
    const node = nodeOf(version);
    const report = join(installed!.folder, 'report.json');
    rmSync(report, { force: true });
    const args = [...flags, require.resolve('jest/bin/jest'), '--silent', '--json', `--outputFile=${report}`];
    // The module loader of Jest frees no module that a file has loaded.
    args.push('--workerIdleMemoryLimit=1GB');
    const PATH = `${dirname(node)}${delimiter}${process.env['PATH']}`;
    const env = { ...process.env, [RUNS_VARIABLE]: undefined, ...environment, PATH, NODE_OPTIONS: flags.join(' ') };
    const { status } = spawnSync(node, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: SUITE_MS_MAX,
    });
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: readonly { name: string; status: string; message: string }[];
    };
    const failures = testResults.flatMap(({ name, status, message }) =>
      status === 'failed' ? [{ file: name.slice(ROOT.length + 1), message }] : [],
    );
    return { status, failures };
  }

  it.each(OLDEST)('starts the API and the worker on the oldest that is declared, %s', async (version) => {
    const database = await createTestDatabase();
    const env = {
      DATABASE_URL: database.url,
      PORT: '0',
      METRICS_PORT: '0',
      WORKER_METRICS_PORT: '0',
      SOURCES_OFF: 'all',
    };
    const api = await startProgram(builtProgram('api'), env, nodeOf(version));
    const worker = await startProgram(builtProgram('worker'), env, nodeOf(version));
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
    await Promise.all([api.stop(), worker.stop()]);
    await database.drop();
  });

  it.each(CURRENT)(
    'passes the suite on %s',
    (version) => expect(runSuite(version)).toEqual({ status: 0, failures: [] }),
    SUITE_MS_MAX,
  );

  // Node 24 is the oldest by which Jest can load packages that are ES modules.
  it(
    'passes the suite by the environment and the module loader of Jest',
    () => {
      const result = runSuite('24', { TEST_RUNTIME: 'jest' }, '--experimental-vm-modules');
      expect(result).toEqual({ status: 0, failures: [] });
    },
    SUITE_MS_MAX,
  );
});
