import type { ConnectorDeclaration } from '../declaration';
import type { SnapshotSettings } from './graphql';
import { parseSnapshotQuery, snapshotConnector } from './snapshot';

/** Hub of Snapshot. */
export const snapshot = {
  id: 'snapshot',
  needs: null,
  example: 'arbitrumfoundation.eth',
  parseQuery: parseSnapshotQuery,
  readSettings: (read) => ({
    url: read.address('SNAPSHOT_URL', 'https://hub.snapshot.org'),
    apiKey: read.secret('SNAPSHOT_API_KEY'),
  }),
  create: snapshotConnector,
  environmentAt: (url) => ({ SNAPSHOT_URL: url }),
} as const satisfies ConnectorDeclaration<SnapshotSettings>;
