import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
    cpSync(join(__dirname, '../bin'), join(clone, 'apps/cli/bin'), { recursive: true });
    cpSync(join(__dirname, '../../../package.json'), join(clone, 'package.json'));
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
  const run = (...options: string[]) => {
    const bin = join(clone, 'apps/cli/bin/droptrack.cjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, [...options, bin, 'up', '--demo'], {
      cwd: '/',
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  };

  it.each(['8.17.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0', '23.11.1'])(
    'names the Node that it needs before anything else on Node %s',
    (version) => {
      write(
        'stub.cjs',
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
      );
      expect(run('--require', join(clone, 'stub.cjs'))).toEqual({
        stdout: '',
        stderr: `Droptrack needs Node 20.19 or later 20, 22.12 or later 22, 24 or later; this is Node ${version}.\n`,
        status: 1,
      });
    },
  );

  // An old Node that cannot parse the file would end with a syntax error.
  it.each(['droptrack.cjs', 'require-node.cjs'])('has no recent syntax in %s', (file) => {
    const code = readFileSync(join(__dirname, '../bin', file), 'utf8').replaceAll(/^ *\/\/.*$/gm, '');
    expect(code).not.toMatch(/\?\.|\?\?|catch \{/);
  });

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
