import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Fake Nx: writes the files of a build, and counts its calls. */
const NX = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
if (require('node:fs').existsSync('broken')) { console.log('src/main.ts: oh'); process.exit(1); }
appendFileSync('builds', process.argv.slice(2).join(' ') + process.env.NX_DAEMON + '\\n');
for (const app of ['api', 'cli', 'explorer', 'worker']) {
  mkdirSync('dist/apps/' + app, { recursive: true });
  writeFileSync('dist/apps/' + app + '/main.js', 'console.log("ran", process.argv.slice(2).join(" "))');
}`;

describe('bin/droptrack.cjs', () => {
  let clone = '';
  beforeEach(() => {
    clone = join(mkdtempSync(join(tmpdir(), 'droptrack-bin-')), 'a clone');
    const files = {
      'apps/cli/src/main.ts': '',
      'apps/api/src/main.ts': '',
      'apps/worker/src/main.ts': '',
      'apps/explorer/src/main.ts': '',
      'libs/x/src/x.ts': '',
      'package-lock.json': '',
    };
    for (const [file, text] of Object.entries({ ...files, 'node_modules/nx/bin/nx.js': NX })) write(file, text);
    cpSync(join(__dirname, '../bin/droptrack.cjs'), join(clone, 'apps/cli/bin/droptrack.cjs'));
  });
  afterEach(() => rmSync(dirname(clone), { recursive: true }));

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), text);
  };
  const touch = (file: string, secondsFromNow: number) => {
    const at = new Date(Date.now() + secondsFromNow * 1_000);
    utimesSync(join(clone, file), at, at);
  };
  const run = () => {
    const bin = join(clone, 'apps/cli/bin/droptrack.cjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, [bin, 'up', '--demo'], {
      cwd: '/',
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  };

  it('builds only at the first call', () => {
    expect(run()).toEqual({
      stdout: 'ran up --demo\n',
      stderr: 'Building Droptrack, for the first time …\n',
      status: 0,
    });
    expect(run()).toEqual({ stdout: 'ran up --demo\n', stderr: '', status: 0 });
  });

  it('builds again if a source is newer, even if the build then changes nothing', () => {
    run();
    for (const app of ['api', 'cli', 'explorer', 'worker']) touch(`dist/apps/${app}/main.js`, -60);
    touch('dist/apps/built', -60);
    expect(run().stderr).toBe('The sources changed; building …\n');
    expect(run().stderr).toBe('');
  });

  it('does not build for a changed test or a generated file', () => {
    run();
    for (const file of ['libs/x/src/x.spec.ts', 'libs/x/src/generated/a.ts', 'apps/cli/test/b.ts']) {
      write(file, '');
      touch(file, 60);
    }
    expect(run().stderr).toBe('');
  });

  // An image contains only the built files.
  it('runs without sources', () => {
    run();
    for (const path of ['apps/cli/src', 'apps/api', 'apps/worker', 'libs', 'node_modules', 'package-lock.json']) {
      rmSync(join(clone, path), { recursive: true });
    }
    expect(run()).toMatchObject({ stderr: '', status: 0 });
  });

  it('shows the output of a failed build, and how to install the packages', () => {
    write('broken', '');
    expect(run()).toEqual({ stdout: '', stderr: expect.stringMatching(/failed:\nsrc\/main\.ts: oh\n$/), status: 1 });
    rmSync(join(clone, 'node_modules'), { recursive: true });
    expect(run()).toMatchObject({ stderr: expect.stringContaining('npm ci --include=dev'), status: 1 });
  });
});
