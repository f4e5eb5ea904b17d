import {
  calibrate,
  type Calibration,
  type DefinitionBody,
  type DropBody,
  type DropRecord,
  type ListBody,
  listEntityId,
  type LogEntity,
  type MarketBody,
  type Recorded,
  SAMPLE_ORIGIN,
} from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { readRevisionAt, REVISION_COLUMNS, revisionOf, type RevisionRow } from '../log/read';

/** Longer than the limit of requests: a report of an operator, over all definitions of the log. */
const TIMEOUT_MS = 300_000;

/**
 * Scores the forecasts of the log against the outcomes that it contains, in one snapshot of the database. Read-only.
 *
 * @param nowMs - present, milliseconds since the epoch.
 */
export async function readCalibration(db: Database, nowMs: number): Promise<Calibration> {
  return db.transaction(async (sql) => {
    await sql.allow(TIMEOUT_MS);
    const readPublished = async (drop: string, atMs: number): Promise<Recorded<DropBody> | null> => {
      const revision = await readRevisionAt(sql, 'drop', drop, atMs);
      return revision === null ? null : recorded<DropBody>(revision);
    };
    return calibrate(await readDropRecords(sql), readPublished, nowMs);
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/**
 * Definitions, unnamed allocation lists and observations of all drops that are not samples, by id. Published figures rest on
 * the unnamed list as well: a named list can be one wave or one chain of a distribution.
 */
async function readDropRecords(sql: Sql): Promise<DropRecord[]> {
  const definitions = await readAll<DefinitionBody>(sql, 'definition');
  const lists = await readAll<ListBody>(sql, 'list');
  const markets = await readAll<MarketBody>(sql, 'market');
  return [...definitions]
    .filter(([, revisions]) => revisions.every(({ body }) => body?.origin !== SAMPLE_ORIGIN))
    .map(([drop, revisions]) => ({
      drop,
      definitions: revisions.map(({ body, ...revision }) => ({ ...revision, body: body?.definition ?? null })),
      lists: lists.get(listEntityId(drop, 'allocation')) ?? [],
      markets: markets.get(drop) ?? [],
    }));
}

/** All revisions of an entity by id, oldest first. */
async function readAll<T>(sql: Sql, entity: LogEntity): Promise<Map<string, Recorded<T>[]>> {
  const rows = await sql.query<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM revisions WHERE entity = $1 ORDER BY id, seq`,
    [entity],
  );
  const byId = new Map<string, Recorded<T>[]>();
  for (const revision of rows.map(revisionOf)) {
    const earlier = byId.get(revision.id);
    if (earlier === undefined) byId.set(revision.id, [recorded<T>(revision)]);
    else earlier.push(recorded<T>(revision));
  }
  return byId;
}

/** A revision of an entity whose body has the type of that entity. */
function recorded<T>({ seq, recordedAtMs, body }: ReturnType<typeof revisionOf>): Recorded<T> {
  return { seq, recordedAtMs, body: body as T | null };
}
