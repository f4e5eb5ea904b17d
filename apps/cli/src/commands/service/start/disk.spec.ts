import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCall } from '../../../testing/run-call';

/** Mounts a file system in memory. Permissions do not stop root; this does. */
const mount = (directory: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).status === 0;
const unmount = (directory: string) => spawnSync('umount', [directory]);

const canMount = (() => {
  const directory = mkdtempSync(join(tmpdir(), 'droptrack-mount-'));
  const isMounted = mount(directory, 'ro');
  if (isMounted) unmount(directory);
  rmSync(directory, { recursive: true });
  return isMounted;
})();
if (!canMount)
  process.stderr.write('skipped, no file system can be mounted: droptrack up on a read-only and a full disk\n');

(canMount ? describe : describe.skip)('droptrack up', () => {
  let disk = '';
  const mounted: string[] = [];
  const mountOn = (directory: string, options: string) => {
    expect(mount(directory, options)).toBe(true);
    mounted.push(directory);
  };
  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'droptrack-disk-'));
    chmodSync(disk, 0o755);
  });
  afterEach(() => {
    for (const directory of mounted.splice(0).reverse()) unmount(directory);
    rmSync(disk, { recursive: true });
  });
  const up = (home: string) => {
    const ports = { PORT: '0', EXPLORER_PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };
    return runCall(['up'], { env: { DROPTRACK_HOME: home, SOURCES_OFF: 'all', ...ports }, cwd: disk });
  };
  const HINT = 'Set DROPTRACK_HOME to a writable directory.\n';

  it('on a read-only disk states the mend', async () => {
    mountOn(disk, 'ro');
    expect(await up(join(disk, 'home'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `The directory ${join(disk, 'home')} cannot be created: the file system is read-only\n${HINT}`,
    });
    expect(await up(disk)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${join(disk, 'service.json')} cannot be written: the file system is read-only\n${HINT}`,
    });
    expect(readdirSync(disk)).toEqual([]);
  });

  it('with a data directory that is read-only states the mend, and claims nothing', async () => {
    mkdirSync(join(disk, 'postgres'));
    mountOn(join(disk, 'postgres'), 'ro');
    expect(await up(disk)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^(?:Creating a database …\n)?Embedded PostgreSQL: EROFS: read-only file system, .*\. Set DATABASE_URL to use a PostgreSQL of your own\.\n$/,
      ) as string,
    });
    expect(readdirSync(disk)).not.toContain('service.json');
  });

  it('on a full disk states the reason, and leaves no half database', async () => {
    mountOn(disk, 'size=8m,mode=755');
    expect(await up(disk)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^(?:Creating a database …\n)?Embedded PostgreSQL: initdb failed: .*No space left on device \(see .*postgres\.log\)\. Set DATABASE_URL .*\n$/,
      ) as string,
    });
    expect(readdirSync(disk)).not.toContain('service.json');
    // The next start succeeds once there is space.
    expect(spawnSync('mount', ['-o', 'remount,size=256m', disk]).status).toBe(0);
    const { code, stdout } = await runCall(['migrate'], { env: { DROPTRACK_HOME: disk }, cwd: disk });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Applied \d+ migrations\.\n$/)]);
  });
});
