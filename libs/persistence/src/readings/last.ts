import type { Sql } from '../database/database';

/** Up to where a source has told of a drop. */
export interface LastReading {
  readonly dropId: string;
  /** Milliseconds since the epoch; null while it has told nothing. */
  readonly observedAtMs: number | null;
}

/** The last readings of a source, of each drop of an origin that is not archived, by id. */
export function readLastReadings(
  sql: Sql,
  { origin, source }: { readonly origin: string; readonly source: string },
): Promise<LastReading[]> {
  return sql.query<LastReading>(
    `SELECT id AS "dropId", (SELECT extract(epoch FROM max(observed_at)) * 1000 FROM readings
                             WHERE drop_id = drops.id AND source = $2)::float8 AS "observedAtMs"
     FROM drops WHERE origin = $1 AND archived_at IS NULL ORDER BY id`,
    [origin, source],
  );
}
