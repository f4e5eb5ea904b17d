import { checkBackup } from '@droptrack/persistence';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readBackupFile } from './backup-file';
import { TAR_END, tarMember } from './tar';

const MIB = 1024 * 1024;

/** A small file that unpacks to a multiple of 32 MiB of empty rows: parts of a gzip file can follow each other. */
function bomb(times: number): Buffer {
  const head = {
    format: 1,
    version: '0.1.0',
    postgres: '18.4',
    created_at: '2026-11-21T00:00:00Z',
    log: { seq: 0, recorded_at: '2026-11-21T00:00:00Z', complete_until: '2026-11-21T00:00:00Z' },
    migrations: [],
    tables: [{ name: 'drops', columns: ['id'] }],
    sequences: [],
  };
  const rows = gzipSync(Buffer.alloc(32 * MIB, '\n'));
  const members = [
    { name: 'backup.json', bytes: Buffer.from(JSON.stringify(head)) },
    { name: 'tables/drops/00001.copy.gz', bytes: Buffer.concat(Array<Buffer>(times).fill(rows)) },
  ];
  return Buffer.concat([...members.flatMap((member) => tarMember(member, 0)), TAR_END]);
}

describe('a backup that unpacks to a thousand times its size', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'droptrack-bomb-'));
    file = join(folder, 'bomb.tar');
    writeFileSync(file, bomb(33));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // It took 2.2 GB, because parts were unpacked as a whole.
  it('is read with some megabytes of memory, and rejected where no backup has so many bytes', async () => {
    expect(statSync(file).size).toBeLessThan(2 * MIB);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const checking = checkBackup(readBackupFile(file, 'bomb.tar'), () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    });
    await expect(checking).rejects.toMatchObject({
      code: 'backup_damaged',
      message: expect.stringContaining('tables/drops/00001.copy.gz unpacks to more than 1082130432 bytes') as string,
    });
    expect(most).toBeLessThan(128 * MIB);
  }, 60_000);

  it('can be stopped at each chunk, while other work of the process runs', async () => {
    let [turns, seen] = [0, 0];
    const timer = setInterval(() => (turns += 1), 1);
    const stopped = new Error('stopped');
    const checking = checkBackup(readBackupFile(file, 'bomb.tar'), (_, rows) => {
      seen = rows;
      if (turns > 3) throw stopped;
    });
    await expect(checking).rejects.toBe(stopped);
    clearInterval(timer);
    expect(seen).toBeLessThan(1_000 * MIB);
  }, 60_000);
});
