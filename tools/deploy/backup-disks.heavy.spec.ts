import { openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { builtProgram } from '@droptrack/program/testing';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipBecause } from '../test/debian-programs';
import { droptrack, runToEnd } from './command-line';

const folder = mkdtempSync(join(tmpdir(), 'droptrack-disks-'));
const disk = join(folder, 'disk');
const mount = (...options: string[]) => spawnSync('mount', [...options, disk], { encoding: 'utf8' });
mkdirSync(disk);
const mounted = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
const describeWithDisk =
  mounted.status === 0 ? describe : skipBecause(`no file system can be mounted here (${mounted.stderr.trim()})`);

describe('a backup that cannot be written', () => {
  let source: TestDatabase;
  beforeAll(async () => {
    source = await createTestDatabase();
    const db = openDatabase(source.url, { poolSize: 1, applicationName: 'test' });
    await db.query('CREATE TABLE large AS SELECT sha512(n::text::bytea) AS bytes FROM generate_series(1, 30000) AS n');
    await db.close();
  });
  afterAll(async () => {
    if (mounted.status === 0) spawnSync('umount', [disk]);
    await source.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const backUp = (...args: string[]) => droptrack({ url: source.url, folder }, 'backup', ...args);
  const older = join(disk, 'older.tar');

  describeWithDisk('to a disk', () => {
    it('that is full leaves nothing of it and the older backup, and says so in one sentence', async () => {
      writeFileSync(older, 'an older backup');
      const { code, stderr } = await backUp('disk/older.tar', '--force');
      const reason = 'the disk is full; free space, or use another one';
      expect([code, stderr]).toEqual([1, `disk/older.tar cannot be written: ${reason}\n`]);
      expect(readdirSync(disk)).toEqual(['older.tar']);
      expect(readFileSync(older, 'utf8')).toBe('an older backup');
    });

    it('that is read-only leaves the older backup, and says so in one sentence', async () => {
      writeFileSync(older, 'an older backup');
      expect(mount('-o', 'remount,ro').status).toBe(0);
      const { code, stderr } = await backUp('disk/older.tar', '--force');
      const reason = 'the file system is read-only; use another one';
      expect([code, stderr]).toEqual([1, `disk/older.tar cannot be written: ${reason}\n`]);
      expect(readFileSync(older, 'utf8')).toBe('an older backup');
      expect(mount('-o', 'remount,rw').status).toBe(0);
    });
  });

  it('beyond the limit for files leaves nothing, and says so in one sentence', async () => {
    const limited = `ulimit -f 8; exec "${process.execPath}" "${builtProgram('cli')}" backup full.tar`;
    const { code, stderr } = await runToEnd('sh', ['-c', limited], { url: source.url, folder });
    expect([code, stderr]).toEqual([1, 'full.tar cannot be written: the limit for the size of a file is reached\n']);
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
  });
});
