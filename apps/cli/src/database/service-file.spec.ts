import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimService, readService } from './service-file';

const NOW = new Date('2026-11-21T05:00:00Z');

describe('service file', () => {
  let home = '';
  let other: ChildProcess | null = null;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'droptrack-service-'))));
  afterEach(() => {
    other?.kill('SIGKILL');
    other = null;
    rmSync(home, { recursive: true });
  });

  /** Process with the command of another service, or of another program, by a Node in a folder of the name of Droptrack. */
  const runOther = (name: string): number => {
    const node = join(home, 'node');
    symlinkSync(process.execPath, node);
    other = spawn(node, ['-e', 'setInterval(() => {}, 1000)', name], { stdio: 'ignore' });
    return other.pid!;
  };
  const leave = (record: object | string) =>
    writeFileSync(join(home, 'service.json'), typeof record === 'string' ? record : JSON.stringify(record));

  it('exists while the service runs, readable only by its owner', async () => {
    const claim = await claimService(home, NOW);
    const explorerUrl = 'http://127.0.0.1:3001';
    await claim.publish({ apiUrl: 'http://127.0.0.1:3000', databaseUrl: 'postgres://a:b@c/d', explorerUrl });
    const file = join(home, 'service.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      pid: process.pid,
      startedAt: '2026-11-21T05:00:00.000Z',
      apiUrl: 'http://127.0.0.1:3000',
      databaseUrl: 'postgres://a:b@c/d',
      explorerUrl,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await claim.release();
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('rejects a second service, with the address of the first one', async () => {
    const pid = runOther('droptrack');
    leave({ pid, startedAt: NOW, apiUrl: 'http://127.0.0.1:3000', databaseUrl: 'x' });
    await expect(claimService(home, NOW)).rejects.toThrow(`process ${pid}, at http://127.0.0.1:3000`);
    expect(await readService(home)).toMatchObject({ pid });
  });

  // After `kill -9`, a crash of the machine, or in a container that reuses process ids.
  it.each([
    ['a process that is gone', () => leave({ pid: 4_000_000, apiUrl: null, databaseUrl: null })],
    ['another program under the same number', () => leave({ pid: runOther('mail'), apiUrl: null, databaseUrl: null })],
    ['our own number', () => leave({ pid: process.pid, apiUrl: null, databaseUrl: null })],
    ['half a file', () => leave('{"pid": 1')],
    ['an empty file', () => leave('')],
  ])('ignores the file of %s', async (_, prepare) => {
    prepare();
    expect(await readService(home)).toBeNull();
    await (await claimService(home, NOW)).release();
  });

  it('creates the home, and reports a failure to do so', async () => {
    await (await claimService(join(home, 'a/b'), NOW)).release();
    writeFileSync(join(home, 'file'), '');
    await expect(claimService(join(home, 'file/home'), NOW)).rejects.toThrow('cannot be created');
  });
});
