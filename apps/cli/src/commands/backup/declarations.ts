import { interruptible } from '../../session/session';
import type { CommandDeclaration } from '../declare';
import type { Backup, Restore } from './backup';

export const backup: CommandDeclaration = {
  name: 'backup',
  summary: 'write all data into one file',
  description:
    'Writes all tables into one file, from one snapshot of the database, while the service runs (docs/backup.md). The ' +
    'database can be the embedded one or DATABASE_URL. The file contains wallets of lists, hashes of keys and encrypted ' +
    'secrets: only its owner can read it.',
  arguments: { file: ['<file>', 'file to write; it appears when it is complete'] },
  options: { '--force': 'replace an existing file' },
  examples: [
    'droptrack backup droptrack-2026-11-23.tar',
    'DATABASE_URL=postgres://droptrack@db.example.com/droptrack droptrack backup /srv/backups/latest.tar --force --json',
  ],
  violation: ({ file }: Backup) =>
    file === '-' ? 'name a file: a backup is kept only once it is complete and on the disk' : null,
  load: async () => interruptible((await import('./backup')).backup),
};

export const restore: CommandDeclaration = {
  name: 'restore',
  summary: 'restore a backup into an empty database',
  description:
    'Restores a backup into an empty database, in one transaction, and verifies it. Backups of earlier versions are ' +
    'migrated to this one. Read docs/backup.md before you start the service on the restored data.',
  arguments: { file: ['[file]', 'file that `droptrack backup` has written'] },
  options: {
    '--check': ['verify the file only; no database is used', { conflicts: 'adopt' }],
    '--adopt': 'prepare a database for the service that other tools have restored, without a file',
  },
  examples: [
    'droptrack restore droptrack-2026-11-23.tar --check',
    'droptrack restore --adopt',
    'DATABASE_URL=postgres://droptrack@db.example.com/restored droptrack restore droptrack-2026-11-23.tar',
    'DROPTRACK_HOME=~/.droptrack-restored droptrack restore droptrack-2026-11-23.tar',
  ],
  violation: ({ file, adopt }: Restore) => {
    if ((file === null) === adopt) return file === '-' ? 'name a file: standard input is not read' : null;
    return adopt ? '--adopt takes no file' : "missing required argument 'file'";
  },
  load: async () => (await import('./backup')).restore,
};
