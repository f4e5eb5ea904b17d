import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { BackupFile } from './archive/backup-file';
import { type BackupStage, backupStage, onEmpty } from './testing';

let stage: BackupStage;
beforeAll(async () => void (stage = await backupStage()));
afterAll(() => stage.close());

describe('a backup', () => {
  it('is complete before it appears, for its owner only, and replaces no file without --force', async () => {
    expect(statSync(stage.file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(stage.file);
    expect(await stage.call(stage.url, 'backup', 'backup.tar')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('backup.tar exists already') as string,
    });
    expect(readFileSync(stage.file).equals(bytes)).toBe(true);
    cpSync(stage.file, join(stage.folder, 'replaced.tar'));
    await stage.done(stage.url, 'backup', 'replaced.tar', '--force');
    expect(readdirSync(stage.folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('replaces no file that has appeared while it was written, and no backup that is being written', async () => {
    const target = join(stage.folder, 'raced.tar');
    const place = { shownAs: 'raced.tar', isForced: false, now: () => 0 };
    const [first, second] = [await BackupFile.create(target, place), await BackupFile.create(target, place)];
    await first.commit();
    await expect(second.commit()).rejects.toMatchObject({ code: 'file_exists' });
    await second.discard();
    expect(statSync(target).size).toBe(first.bytes);
    expect(readdirSync(stage.folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  // A backup that is killed leaves it: docs/backup.md says how to find and remove it.
  it('has a file of its own beside it until it is complete, for its owner only', async () => {
    const target = join(stage.folder, 'slow.tar');
    const file = await BackupFile.create(target, { shownAs: 'slow.tar', isForced: false, now: () => 0 });
    const [left = '', ...others] = readdirSync(stage.folder).filter((name) => name.startsWith('slow.tar'));
    expect([left, others]).toEqual([expect.stringMatching(/^slow\.tar\.[\w-]+\.partial$/), []]);
    expect(statSync(join(stage.folder, left)).mode & 0o777).toBe(0o600);
    await stage.done(stage.url, 'backup', 'slow.tar');
    expect(readdirSync(stage.folder)).toEqual(expect.arrayContaining(['slow.tar', left]));
    await file.discard();
  });

  // As on exFAT and many network shares.
  it('is kept where the file system has no hard links, and replaces no file there', async () => {
    jest.spyOn(promises, 'link').mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    await stage.done(stage.url, 'backup', 'unlinked.tar');
    expect(await stage.call(stage.url, 'restore', 'unlinked.tar', '--check')).toMatchObject({ code: 0 });
    const target = join(stage.folder, 'unlinked.tar');
    const place = { shownAs: 'appeared.tar', isForced: false, now: () => 0 };
    const file = await BackupFile.create(join(stage.folder, 'appeared.tar'), place);
    cpSync(target, join(stage.folder, 'appeared.tar'));
    await expect(file.commit()).rejects.toMatchObject({ code: 'file_exists' });
    await file.discard();
    jest.restoreAllMocks();
  });

  it.each([[['backup', 'none.tar']], [['restore', '--adopt']]])(
    'needs a database, and creates none: %j',
    async (args) => {
      const { code, stderr } = await stage.call(undefined, ...args);
      expect([code, stderr.split('\n')[0]]).toEqual([1, expect.stringContaining('There is no database yet')]);
      expect(readdirSync(stage.folder)).not.toContain('home');
    },
  );

  it('is made of no database of another project', () =>
    onEmpty(async (url, query) => {
      await query('CREATE TABLE theirs (id int)');
      expect(await stage.call(url, 'backup', 'none.tar')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('has no tables of Droptrack') as string,
      });
      expect(readdirSync(stage.folder).filter((name) => name.startsWith('none'))).toEqual([]);
    }));

  it.each([[['restore']], [['restore', 'backup.tar', '--adopt']], [['restore', '-']], [['backup', '-']]])(
    'is neither written nor restored by wrong usage: %j',
    async (args) => {
      expect((await stage.call(stage.url, ...args)).code).toBe(2);
      expect(readdirSync(stage.folder).filter((name) => name.startsWith('-'))).toEqual([]);
    },
  );
});
