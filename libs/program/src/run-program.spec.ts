import { execFileSync, fork, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELD, type Release } from './process';

/** Program that fails as its argument says; it explains errors of a part by their class. */
const PROGRAM = `
  import { ConfigError } from ${JSON.stringify(join(__dirname, 'environment'))};
  import { ExpectedError, stopOnSignal } from ${JSON.stringify(join(__dirname, 'process'))};
  import { runProgram } from ${JSON.stringify(join(__dirname, 'run-program'))};
  class PartError extends Error {}
  const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const ERRORS = {
    settings: () => new ConfigError(['PORT must be an integer', 'HOST is required']),
    expected: () => new ExpectedError('port_taken', 'Port 3000 is taken: set PORT'),
    part: () => new PartError('details'),
    connection: unreachable,
  };
  const [failure, isLater] = process.argv.slice(2);
  let isReleased = false;
  process.on('message', ({ type }) => (isReleased ||= type === 'release'));
  if (failure === 'held') process.send('loaded');
  else process.channel?.unref();
  const main = async () => {
    if (failure === 'held') return process.send({ isReleased, args: process.argv.slice(2), setting: process.env.SETTING }, () => process.exit(0));
    if (failure === 'stop') {
      stopOnSignal({ stop: () => new Promise(() => undefined) }, () => undefined, 50);
      setInterval(() => undefined, 1_000);
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    if (isLater === undefined) throw ERRORS[failure]();
    setImmediate(() => { throw ERRORS[failure](); });
    setInterval(() => undefined, 1_000);
  };
  runProgram('tested', main, (error) =>
    error instanceof PartError ? { code: 'part_failed', message: 'The part failed: correct it' } : null);
`;

describe('runProgram', () => {
  const directory = mkdtempSync(join(tmpdir(), 'droptrack-program-'));
  beforeAll(() => {
    const entry = join(directory, 'tested.ts');
    for (const version of ['20.19.0', '24.1.0']) {
      const versions = `{ ...process.versions, node: '${version}' }`;
      const code = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
      writeFileSync(join(directory, `node-${version}.cjs`), code);
    }
    writeFileSync(entry, PROGRAM);
    const options = { entry: [entry], outDir: join(directory, 'built'), target: 'node20', config: false, silent: true };
    const code = `require('tsup').build({ ...${JSON.stringify(options)}, noExternal: [/./] })`;
    execFileSync(process.execPath, ['-e', code], { cwd: __dirname });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const runWith = (env: Record<string, string>, ...args: string[]) => runOn('24.1.0', env, ...args);
  const runOn = (node: string, env: Record<string, string>, ...args: string[]) => {
    const program = ['--require', join(directory, `node-${node}.cjs`), join(directory, 'built/tested.js')];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    const lines = stdout.trimEnd().split('\n');
    return { status, stderr, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  };
  const run = (...args: string[]) => runWith({}, ...args);
  const fatal = (code: string, msg: string) => ({
    level: 'fatal',
    service: 'tested',
    time: expect.any(String),
    code,
    msg,
  });

  // `droptrack up` loads programs while it creates the database, whose address they are setting later.
  it('runs a held program once its parent releases it, with the variables of the release', async () => {
    const program = fork(join(directory, 'built/tested.js'), ['held', HELD], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, SETTING: 'early' },
    });
    const next = () => new Promise((resolve) => program.once('message', resolve));
    expect(await next()).toBe('loaded');
    program.send({ type: 'other' });
    program.send({ type: 'release', env: { SETTING: 'late' } } satisfies Release);
    expect(await next()).toEqual({ isReleased: true, args: ['held'], setting: 'late' });
  });

  it('ends with 1 and one line when it does not stop in time', () => {
    const line = fatal('stop_overdue', 'The program did not stop within 0.05 s: it was ended');
    expect(run('stop')).toEqual({ status: 1, stderr: '', lines: [line] });
  });

  it('warns of a variable that is a setting except for typos, before anything else, if that level is logged', () => {
    mkdirSync(join(directory, 'prisma/migrations'), { recursive: true });
    writeFileSync(join(directory, '.env.example'), '# PORT=3000\n# TRUSTED_PROXIES=10.0.0.0/8\n');
    const { lines } = runWith({ TRUSTED_PROXY: 'hidden' }, 'expected');
    expect(lines).toEqual([
      {
        ...fatal('misspelt_setting', 'TRUSTED_PROXY is no setting, so it has no effect: did you mean TRUSTED_PROXIES?'),
        level: 'warn',
      },
      expect.objectContaining({ level: 'fatal' }),
    ]);
    expect(runWith({ TRUSTED_PROXY: 'hidden', LOG_LEVEL: 'error' }, 'expected').lines).toHaveLength(1);
  });

  it('warns once of a Node without support', () => {
    const [warning, ...others] = runOn('20.19.0', {}, 'expected').lines;
    expect(warning).toMatchObject({ level: 'warn', code: 'node_unsupported' });
    expect(others).toEqual([expect.objectContaining({ level: 'fatal' })]);
  });

  describe.each([
    ['at its start', []],
    ['later', ['later']],
  ])('%s', (_, when) => {
    it('ends with 2 and one line that lists each invalid setting', () => {
      const line = fatal('invalid_environment', 'Invalid environment: PORT must be an integer; HOST is required');
      expect(run('settings', ...when)).toEqual({ status: 2, stderr: '', lines: [line] });
    });

    it('ends with 1 and one line without a stack for an expected error', () => {
      const line = fatal('port_taken', 'Port 3000 is taken: set PORT');
      expect(run('expected', ...when)).toEqual({ status: 1, stderr: '', lines: [line] });
    });

    it('ends with 1 and the sentence of the part to whose class an error belongs', () => {
      const line = fatal('part_failed', 'The part failed: correct it');
      expect(run('part', ...when)).toEqual({ status: 1, stderr: '', lines: [line] });
    });

    it('ends with 1 and one line with the stack for an unexpected error', () => {
      const { status, stderr, lines } = run('connection', ...when);
      const err = {
        message: 'connect ECONNREFUSED',
        stack: expect.stringContaining('\n    at '),
        code: 'ECONNREFUSED',
      };
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      expect(lines).toMatchObject([{ ...fatal('unexpected', 'connect ECONNREFUSED'), err }]);
      expect(lines).toHaveLength(1);
    });
  });
});
