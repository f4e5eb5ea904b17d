import type { Sighting } from '@droptrack/discovery';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase } from '../testing';
import type { FoundRecord, FoundReport } from './found';
import { recordFound } from './record-found';

/** Current time of these tests. */
export const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');

/** Fixture: a database without sightings. */
export async function discoveryDatabase(): Promise<{
  readonly db: Database;
  record(sightings: readonly Sighting[], over?: Partial<FoundRecord>): Promise<FoundReport>;
  /** External ids of sightings by candidate. */
  groups(): Promise<string[][]>;
  close(): Promise<void>;
}> {
  const test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 6, applicationName: 'discovery under test' });
  return {
    db,
    record: (sightings, over = {}) =>
      recordFound(db, { source: 'evm-campaigns', sightings, gone: [], nowMs: NOW_MS, newPerDayMax: 1_000, ...over }),
    groups: async () => {
      const rows = await db.query<{ ids: string[] }>(
        `SELECT array_agg(external_id ORDER BY source, external_id) AS ids FROM sightings
         WHERE candidate_id IS NOT NULL GROUP BY candidate_id ORDER BY candidate_id`,
      );
      return rows.map(({ ids }) => ids);
    },
    close: async () => {
      await db.close();
      await test.drop();
    },
  };
}
