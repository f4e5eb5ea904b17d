import type { FinderDeclaration } from '../declaration';
import type { SnapshotSettings } from '@droptrack/connectors';
import { snapshotFinder } from './snapshot';

/** Proposals at the hub of Snapshot. */
export const snapshot = {
  id: 'snapshot',
  needs: null,
  readSettings: (read) => ({
    url: read.address('SNAPSHOT_URL', 'https://hub.snapshot.org'),
    apiKey: read.secret('SNAPSHOT_API_KEY'),
  }),
  create: (settings) => [snapshotFinder(settings)],
  environmentAt: (url) => ({ SNAPSHOT_URL: url }),
} as const satisfies FinderDeclaration<SnapshotSettings>;
