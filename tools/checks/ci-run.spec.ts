import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** Programs that `.ci/run` installs if they are missing. */
const PROGRAMS = ['redis-server', 'chromium', 'nginx', 'haproxy', 'caddy', 'java', 'zstd', 'openssl'];
const REPORT = { success: true, numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0 }; // prettier-ignore

// It decides what lands: it must prove what it says on a clean checkout, whatever the machine has stored and lacks.
describe('.ci/run', () => {
  let checkout = '';
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'droptrack-checkout-'));
    for (const file of ['.ci/run', 'tools/checks/counts.mjs']) cpSync(join(ROOT, file), join(checkout, file));
    mkdirSync(join(checkout, 'bin'));
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  /** A program on the only path of the run, apart from those of the system. */
  const provide = (name: string, script: string): void => {
    const file = join(checkout, 'bin', name);
    writeFileSync(file, `#!/bin/bash\n${script}\n`);
    chmodSync(file, 0o755);
  };
  /** @param script - what `npm` does after it has noted its arguments and the folders of Nx. */
  const run = (script: string, programs: readonly string[] = PROGRAMS) => {
    for (const name of programs) provide(name, '');
    // Without the programs of this machine, but with its shell.
    for (const name of ['bash', 'date', 'dirname', 'rm', 'mkdir', 'id', 'env']) {
      provide(name, `exec -a ${name} $(PATH=/usr/bin:/bin command -v ${name}) "$@"`);
    }
    provide('node', `exec ${process.execPath} "$@"`);
    provide('sudo', 'shift; "$@"');
    provide('npm', `echo "$NX_CACHE_DIRECTORY $NX_WORKSPACE_DATA_DIRECTORY $*" >> ${checkout}/npm\n${script}`);
    const env = { PATH: join(checkout, 'bin'), HOME: homedir(), NX_CACHE_DIRECTORY: join(homedir(), '.nx/cache') };
    const { stdout, status } = spawnSync('/bin/bash', [join(checkout, '.ci/run')], { env, encoding: 'utf8' });
    return { status, last: stdout.trimEnd().split('\n').at(-1), stdout };
  };
  const report = (startTime: string) =>
    `[ "$*" = "run --silent check" ] || exit 0
     mkdir -p dist/reports/test
     echo '${JSON.stringify({ ...REPORT, startTime: 'T' }).replace('"T"', `'"${startTime}"'`)}' > dist/reports/test/a.json`;
  const said = (name: string): readonly string[] => {
    const file = join(checkout, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };

  // Nx keeps results in the home folder of the machine: a fresh clone reported thousands of tests after three seconds.
  it('uses the cache of its own checkout only, whatever the environment says', () => {
    const { status, last } = run(report('$(date +%s%3N)'));
    expect([status, last]).toEqual([0, '3 passed, 0 failed, 0 skipped']);
    expect(said('npm')).toEqual(
      ['ci', 'run --silent advisories', 'run --silent check'].map(
        (command) => `${checkout}/.nx/cache ${checkout}/.nx/workspace-data ${command}`,
      ),
    );
    expect(said('apt')).toEqual([]);
  });

  it('fails without a report, and for a step that fails', () => {
    expect(run('').status).toBe(1);
    const { status, stdout } = run(`[ "$*" != "run --silent advisories" ] || exit 1\n${report('$(date +%s%3N)')}`);
    expect([status, stdout]).toEqual([1, expect.stringContaining('failed steps: advisories\n')]);
  });

  it('fails at once if the packages cannot be installed', () => {
    const { status, last } = run('exit 1');
    expect([status, last, said('npm')]).toEqual([1, '0 passed, 1 failed, 0 skipped', [expect.stringMatching(/ ci$/)]]);
  });

  it.each([
    ['and runs on with it', `echo '#!/bin/bash' > bin/zstd; /bin/chmod +x bin/zstd`, 0],
    ['or fails', 'exit 100', 1],
  ])('installs a program that is missing, %s', (_, install, code) => {
    provide('apt-get', `echo "$@" >> ${checkout}/apt\n[ "$1" = update ] || { ${install}; }`);
    const { status, stdout } = run(
      report('$(date +%s%3N)'),
      PROGRAMS.filter((name) => name !== 'zstd'),
    );
    expect([status, stdout.includes('failed steps: zstd\n')]).toEqual([code, code === 1]);
    expect(said('apt')).toContain('install -y -qq --no-install-recommends zstd');
  });
});
