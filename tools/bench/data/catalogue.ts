import { ApiKeyRepository, applyDefinitions, openDatabase } from '@droptrack/persistence';
import type { Postgres } from './postgres';
import { formatFigure } from '../report/table';
import { madeUpDrops } from './drops';

/** A database with drops in it, and keys to read them with. */
export interface Catalogue {
  readonly drops: number;
  readonly databaseUrl: string;
  /** Of the largest plan, with a limit that nothing reaches. */
  readonly key: string;
  /** Of the plan that sees everything later. */
  readonly delayedKey: string;
}

/** Drops applied at once; each part is an origin of its own, as one apply looks at all drops of its origin. */
const BATCH = 5_000;
/** As much as a key can have: the limit must not be what is measured. */
const REQUESTS_PER_MINUTE = 10_000_000;

/** Catalogues that several benches read, each made when it is first asked for. */
export class Catalogues {
  readonly #made = new Map<number, Promise<Catalogue>>();

  constructor(
    private readonly postgres: Postgres,
    private readonly progress: (line: string) => void,
  ) {}

  of(drops: number): Promise<Catalogue> {
    const made = this.#made.get(drops) ?? this.#make(drops);
    this.#made.set(drops, made);
    return made;
  }

  #make(drops: number): Promise<Catalogue> {
    this.progress(`Making a catalogue of ${formatFigure(drops)} drops …`);
    return createCatalogue(this.postgres, drops);
  }
}

/** What the file of a drop states below `sources`, by the drop's number. */
export type SourcesOfDrop = (n: number) => Readonly<Record<string, unknown>>;

/**
 * Fills a new database through the same function that loads the catalogue's files.
 *
 * @param name - of the database.
 */
export async function createCatalogue(
  postgres: Postgres,
  drops: number,
  name = `drops_${drops}`,
  sourcesOf: SourcesOfDrop = () => ({}),
): Promise<Catalogue> {
  const databaseUrl = await postgres.createDatabase(name);
  const db = openDatabase(databaseUrl, {
    poolSize: 2,
    applicationName: 'droptrack bench',
    statementTimeoutMs: 120_000,
  });
  try {
    const nowMs = Date.now();
    for (let from = 0; from < drops; from += BATCH) {
      const madeUp = madeUpDrops(from, Math.min(BATCH, drops - from), nowMs);
      const definitions = madeUp.map((drop, index) => ({ ...drop, sources: sourcesOf(from + index) }));
      await applyDefinitions(db, { origin: `bench${from / BATCH}`, definitions, nowMs });
    }
    await db.query('ANALYZE');
    const keys = new ApiKeyRepository(db);
    const key = await keys.issue({ plan: 'scale', label: 'bench', requestsPerMinute: REQUESTS_PER_MINUTE });
    const delayed = await keys.issue({ plan: 'free', label: 'bench, delayed' });
    return { drops, databaseUrl, key: key.secret, delayedKey: delayed.secret };
  } finally {
    await db.close();
  }
}
