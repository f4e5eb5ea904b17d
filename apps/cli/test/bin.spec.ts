import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Fake build: writes the command line, and the other programs 300 ms later. */
const BUILD = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
const write = (app, text) => {
  mkdirSync('dist/apps/' + app, { recursive: true });
  writeFileSync('dist/apps/' + app + '/main.js', text);
  console.log(app);
};
if (existsSync('broken')) { console.error('src/main.ts: oh'); process.exit(1); }
write('cli', \`
  const { existsSync } = require('node:fs');
  const isBuilt = () => existsSync(__dirname + '/../api/main.js');
  console.log('ran', process.argv.slice(2).join(' '));
  if (process.droptrackBuilt) {
    console.log('the API is built:', isBuilt());
    process.droptrackBuilt.then(() => console.log('the API is built:', isBuilt()), () => undefined);
  }\`);
await new Promise((resolve) => setTimeout(resolve, 300));
if (existsSync('half')) { console.error('src/api.ts: oh'); process.exit(1); }
for (const app of ['api', 'worker', 'explorer']) write(app, '');
`;

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
    for (const [file, text] of Object.entries({
      ...files,
      'tools/build/programs.mjs': BUILD,
      'node_modules/tsup/index.js': '',
    }))
      write(file, text);
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

  // `up` creates its database in that time.
  it('runs the command line as soon as that is built, and builds only at the first call', () => {
    expect(run()).toEqual({
      stdout: 'ran up --demo\nthe API is built: false\nthe API is built: true\n',
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

  it('fails if a program cannot be built, and builds again', () => {
    write('half', '');
    for (let call = 0; call < 2; call += 1) {
      expect(run()).toMatchObject({ stderr: expect.stringMatching(/failed:\nsrc\/api\.ts: oh\n$/), status: 1 });
    }
  });

  it('shows the output of a failed build, and how to install the packages', () => {
    write('broken', '');
    expect(run()).toEqual({ stdout: '', stderr: expect.stringMatching(/failed:\nsrc\/main\.ts: oh\n$/), status: 1 });
    rmSync(join(clone, 'node_modules'), { recursive: true });
    expect(run()).toMatchObject({ stderr: expect.stringContaining('npm ci --include=dev'), status: 1 });
  });
});
