import { interruptible } from '../../session/session';
import type { CommandDeclaration } from '../declare';

export const exportHistory: CommandDeclaration = {
  name: 'export',
  summary: 'write the history of the service for analysts',
  description:
    'Writes all revisions of drops and of the calendar, all points of hype scores and all events as Parquet files, with a ' +
    'manifest, from one snapshot of the database (docs/analysts.md). The folder appears when it is complete. It ' +
    'contains no key, no webhook, and no wallet of a list.',
  options: {
    '--dir <folder>': ['folder to create; may exist if it is empty', { isRequired: true }],
    '--force': 'replace an earlier export in the folder; other files are never deleted',
  },
  examples: [
    'droptrack export --dir droptrack-2026-11-23',
    'droptrack export --dir /srv/dumps/latest --force',
    'DATABASE_URL=postgres://droptrack@db.example.com/droptrack droptrack export --dir dump --json',
  ],
  load: async () => interruptible((await import('./export')).exportForAnalysts),
};
