import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { findPlaces } from '../../config/places';
import { runCall } from '../../testing/run-call';

export const PLACES = findPlaces(__dirname);
export const CATALOGUE = join(PLACES.root, 'prisma', 'catalogue');
export const WALLETS = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x52908400098527886E0F7030069857D2E4169EE7'];
/** Everything that COPY has to escape, and characters of two to four bytes. */
export const LABEL = 'tab\t line\n return\r back\\slash \\. \\N é 東 🎉';

/** Fixture: a database with a catalogue, a key and a list, and `backup.tar` of it in a folder in which commands run. */
export type BackupStage = Awaited<ReturnType<typeof backupStage>>;

export async function backupStage() {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-backup-'));
  const source = await createTestDatabase();
  const db = openDatabase(source.url, { poolSize: 2, applicationName: 'test' });
  const call = (url: string | undefined, ...args: string[]) =>
    runCall(args, { env: { DATABASE_URL: url, DROPTRACK_HOME: join(folder, 'home') }, cwd: folder });
  const done = async (url: string, ...args: string[]) => {
    const { code, stdout, stderr } = await call(url, ...args);
    expect({ code, problem: code === 0 ? '' : stderr + stdout }).toEqual({ code: 0, problem: '' });
    return stdout;
  };
  await done(source.url, 'catalogue', 'apply', CATALOGUE);
  await done(source.url, 'keys', 'issue', '--plan', 'pro', '--label', 'kept');
  const rows = ['address,amount', ...WALLETS.map((wallet) => `${wallet},1.5`), ''];
  writeFileSync(join(folder, 'list.csv'), rows.join('\n'));
  await done(source.url, 'lists', 'load', 'linea', 'list.csv', '--unit', 'token', '--accept-mismatch');
  await db.query('UPDATE api_keys SET label = $1', [LABEL]);
  await done(source.url, 'backup', 'backup.tar');
  return {
    folder,
    file: join(folder, 'backup.tar'),
    url: source.url,
    db,
    /** Runs a command on a database, or without DATABASE_URL. */
    call,
    /** Runs a command that must succeed; returns its output. */
    done,
    close: async () => {
      await db.close();
      await source.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `work` on an empty database. */
export async function onEmpty(work: (url: string, query: Database['query']) => Promise<void>): Promise<void> {
  const target = await createTestDatabase({ migrated: false });
  const other = openDatabase(target.url, { poolSize: 1, applicationName: 'test' });
  try {
    await work(target.url, other.query.bind(other));
  } finally {
    await other.close();
    await target.drop();
  }
}
