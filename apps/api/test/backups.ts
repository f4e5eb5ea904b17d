import {
  backupDatabase,
  type BackupMember,
  type Database,
  openDatabase,
  restoreDatabase,
  type StoredMember,
} from '@droptrack/persistence';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const { signal } = new AbortController();

/** Backs up the database at an address. */
export async function backUp(url: string): Promise<BackupMember[]> {
  const db = openDatabase(url, { poolSize: 1, applicationName: 'test' });
  const members: BackupMember[] = [];
  try {
    await backupDatabase(db, { version: '0.0.0', signal, onRows: () => undefined }, async (member) => {
      members.push(member);
    });
    return members;
  } finally {
    await db.close();
  }
}

/** Restores a backup into an empty database. */
export async function restore(db: Database, members: readonly BackupMember[]): Promise<void> {
  const migrations = join(__dirname, '../../../prisma/migrations');
  await restoreDatabase(db, iterate(members), { migrations, signal, onStep: () => undefined });
}

async function* iterate(members: readonly BackupMember[]): AsyncGenerator<StoredMember> {
  for (const { name, bytes } of members) yield { name, size: bytes.length, content: Readable.from([bytes]) };
}
