import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

  /** A process that looks like another service, or like something else. */
  const runOther = (name: string): number => {
    other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', name], { stdio: 'ignore' });
    return other.pid!;
  };
  const leave = (record: object | string) =>
    writeFileSync(join(home, 'service.json'), typeof record === 'string' ? record : JSON.stringify(record));

  it('is there while the service is, readable by its owner only', async () => {
    const claim = await claimService(home, NOW);
    await claim.publish({ apiUrl: 'http://127.0.0.1:3000', databaseUrl: 'postgres://a:b@c/d' });
    const file = join(home, 'service.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      pid: process.pid,
      startedAt: '2026-11-21T05:00:00.000Z',
      apiUrl: 'http://127.0.0.1:3000',
      databaseUrl: 'postgres://a:b@c/d',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await claim.release();
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('keeps a second service away, and says where the first one is', async () => {
    const pid = runOther('droptrack');
    leave({ pid, startedAt: NOW, apiUrl: 'http://127.0.0.1:3000', databaseUrl: 'x' });
    await expect(claimService(home, NOW)).rejects.toThrow(`process ${pid}, at http://127.0.0.1:3000`);
    expect(await readService(home)).toMatchObject({ pid });
  });

  // After `kill -9`, a crash of the machine, or in a container that gives the same numbers out again.
  it.each([
    ['a process that is gone', () => leave({ pid: 4_000_000, apiUrl: null, databaseUrl: null })],
    ['another program under the same number', () => leave({ pid: runOther('mail'), apiUrl: null, databaseUrl: null })],
    ['our own number', () => leave({ pid: process.pid, apiUrl: null, databaseUrl: null })],
    ['half a file', () => leave('{"pid": 1')],
    ['an empty file', () => leave('')],
  ])('passes over what %s left behind', async (_, prepare) => {
    prepare();
    expect(await readService(home)).toBeNull();
    await (await claimService(home, NOW)).release();
  });

  it('makes the home, and says so when it cannot', async () => {
    await (await claimService(join(home, 'a/b'), NOW)).release();
    writeFileSync(join(home, 'file'), '');
    await expect(claimService(join(home, 'file/home'), NOW)).rejects.toThrow('cannot be created');
  });
});
