import { ApiKeyRepository, applyDefinitions, openDatabase } from '@droptrack/persistence';
import type { Postgres } from './postgres';
import { madeUpDrops } from './drops';

/** A database with drops in it, and a key to read them with. */
export interface Catalogue {
  readonly drops: number;
  readonly databaseUrl: string;
  readonly key: string;
}

/** Drops applied at once; each part is an origin of its own, as one apply looks at all drops of its origin. */
const BATCH = 5_000;
/** As much as a key can have: the limit must not be what is measured. */
const REQUESTS_PER_MINUTE = 10_000_000;

/**
 * Fills a new database through the same function that loads the catalogue's files.
 *
 * @param name - of the database.
 */
export async function createCatalogue(postgres: Postgres, drops: number, name = `drops_${drops}`): Promise<Catalogue> {
  const databaseUrl = await postgres.createDatabase(name);
  const db = openDatabase(databaseUrl, {
    poolSize: 2,
    applicationName: 'droptrack bench',
    statementTimeoutMs: 120_000,
  });
  try {
    const nowMs = Date.now();
    for (let from = 0; from < drops; from += BATCH) {
      const definitions = madeUpDrops(from, Math.min(BATCH, drops - from), nowMs);
      await applyDefinitions(db, { origin: `bench${from / BATCH}`, definitions, nowMs });
    }
    await db.query('ANALYZE');
    const keys = new ApiKeyRepository(db);
    const { secret } = await keys.issue({ plan: 'scale', label: 'bench', requestsPerMinute: REQUESTS_PER_MINUTE });
    return { drops, databaseUrl, key: secret };
  } finally {
    await db.close();
  }
}
