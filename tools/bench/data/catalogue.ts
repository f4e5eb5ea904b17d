import { ApiKeyRepository, applyDefinitions } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { formatFigure } from '../report/report';
import { madeUpDrops } from './drops';
import { openBenchDatabase } from './postgres';

/** A database with drops, and keys to read them with. */
export interface Catalogue {
  readonly drops: number;
  readonly databaseUrl: string;
  /** Of the largest plan, with a limit that no bench reaches. */
  readonly key: string;
  /** Of the plan with the delayed view. */
  readonly delayedKey: string;
}

/** Drops applied together; each batch is an origin of its own, as one apply compares all drops of its origin. */
const BATCH = 5_000;
/** The maximum of a key: the limit must not be what is measured. */
const REQUESTS_PER_MINUTE = 10_000_000;

/** Catalogues by size, each created for the first bench that needs it. */
export class Catalogues {
  readonly #created = new Map<number, Promise<Catalogue>>();

  constructor(private readonly context: BenchContext) {}

  of(drops: number): Promise<Catalogue> {
    const created = this.#created.get(drops) ?? createCatalogue(this.context, drops);
    this.#created.set(drops, created);
    return created;
  }
}

/** The entries of a drop below `sources`, by the drop's number. */
export type SourcesOfDrop = (n: number) => Readonly<Record<string, unknown>>;

/** Fills a new database through the function that applies catalogue files. @param name - of the database. */
export async function createCatalogue(
  context: BenchContext,
  drops: number,
  name = `drops_${drops}`,
  sourcesOf: SourcesOfDrop = () => ({}),
): Promise<Catalogue> {
  context.progress(`Creating a catalogue of ${formatFigure(drops)} drops …`);
  const databaseUrl = await (await context.postgres()).createDatabase(name);
  const db = openBenchDatabase(databaseUrl, 2);
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
