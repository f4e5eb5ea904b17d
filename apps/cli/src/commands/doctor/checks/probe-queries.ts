import { type DropDefinition, pricedToken } from '@droptrack/catalogue';
import { CONNECTORS } from '@droptrack/connectors';
import { isSampleDropId } from '@droptrack/contracts';
import { openDatabase, PRICE_SOURCE } from '@droptrack/persistence';

/** Query of a drop for a source. */
export interface ProbeQuery {
  /** Null for an example that belongs to no drop. */
  readonly dropId: string | null;
  readonly query: unknown;
}

/** A query for each source, by its id. */
export type ProbeQueries = ReadonlyMap<string, ProbeQuery>;

/** Queries for sources that no drop has a query for. */
export const EXAMPLE_QUERIES: ProbeQueries = new Map(
  [...CONNECTORS, { id: PRICE_SOURCE, example: 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F' }]
    .filter(({ example }) => example !== null)
    .map(({ id, example }) => [id, { dropId: null, query: example }]),
);

/**
 * Queries of the drops in a database, those first to which the source responded last; none if it cannot be read, which is a
 * finding of its own.
 */
export async function readProbeQueries(url: string): Promise<ProbeQueries> {
  const db = openDatabase(url, { poolSize: 1, applicationName: 'droptrack doctor', statementTimeoutMs: 5_000 });
  try {
    const rows = await db.query<{ source: string; drop_id: string; query: unknown }>(
      `SELECT source, subject AS drop_id, query FROM tasks WHERE kind = 'poll'
       ORDER BY source, failures > 0, answered_at DESC NULLS LAST, subject`,
    );
    return firstOf(rows.map(({ source, drop_id: dropId, query }) => ({ source, dropId, query })));
  } catch {
    return new Map();
  } finally {
    await db.close();
  }
}

/** The same of a catalogue, for an installation without a database. */
export function probeQueriesOf(definitions: readonly DropDefinition[]): ProbeQueries {
  return firstOf(
    definitions.flatMap((definition) => {
      const stated = Object.entries({ ...definition.sources, [PRICE_SOURCE]: pricedToken(definition) });
      return stated.map(([source, query]) => ({ source, dropId: definition.id, query }));
    }),
  );
}

/** Samples are made up, and `false` states that a source has nothing about the drop. */
function firstOf(
  queries: readonly { readonly source: string; readonly dropId: string; readonly query: unknown }[],
): ProbeQueries {
  const known = queries.filter(({ dropId, query }) => query !== false && query !== null && !isSampleDropId(dropId));
  return new Map(known.reverse().map(({ source, ...query }) => [source, query]));
}
