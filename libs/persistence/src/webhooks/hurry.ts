import type { Database } from '../database/database';
import { lockQueue, wakeDispatchers } from './queue-lock';

/** Deliveries that are moved in one transaction. */
const ROWS_A_STEP = 5_000;

/** Which deliveries were made due, and how to watch them. */
export interface Hurry {
  /** Deliveries whose attempt was brought forward. */
  readonly hurried: number;
  /** The last delivery that there was: what comes later is no part of it. Null when the endpoint had none that waits. */
  readonly lastId: string | null;
}

/**
 * Makes all due now that waits for an endpoint, and lets it be tried at once although it was left alone: it may have
 * come back. Attempts stay counted, and what is sent still keeps to the endpoint's pace.
 *
 * @param onHurried - told how many so far, after each step.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function hurryDeliveries(
  db: Database,
  endpointId: string,
  nowMs: number,
  onHurried: (deliveries: number) => void = () => undefined,
): Promise<Hurry> {
  const [last] = await db.query<{ id: string | null }>(
    `SELECT max(id)::text AS id FROM deliveries WHERE endpoint_id = $1 AND status IN ('pending', 'sending')`,
    [endpointId],
  );
  await db.transaction(async (sql) => {
    // Claims write to the same row: whoever has this lock waits for nobody who waits for it.
    await lockQueue(sql);
    await sql.query('UPDATE webhook_endpoints SET blocked_until = NULL WHERE id = $1', [endpointId]);
    await wakeDispatchers(sql);
  });
  let hurried = 0;
  for (let step = ROWS_A_STEP; step === ROWS_A_STEP; hurried += step, onHurried(hurried)) {
    step = await hurryStep(db, endpointId, nowMs);
  }
  return { hurried, lastId: last?.id ?? null };
}

/** What somebody else has in hand is about to be due or under way by itself. */
async function hurryStep(db: Database, endpointId: string, nowMs: number): Promise<number> {
  return db.transaction(async (sql) => {
    const [row] = await sql.query<{ rows: number }>(
      `WITH later AS MATERIALIZED (
         SELECT id FROM deliveries
         WHERE endpoint_id = $1 AND status = 'pending' AND due_at > to_timestamp($2::float8 / 1000)
         ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
       ), hurried AS (
         UPDATE deliveries AS d SET due_at = to_timestamp($2::float8 / 1000) FROM later WHERE d.id = later.id RETURNING 1
       ) SELECT count(*)::int AS rows FROM hurried`,
      [endpointId, nowMs, ROWS_A_STEP],
    );
    await wakeDispatchers(sql);
    return row?.rows ?? 0;
  });
}

/** How far a drain has come. */
export interface DrainProgress {
  /** Deliveries that are due or under way. */
  readonly open: number;
  /** Deliveries that were tried, and are to be tried again later. */
  readonly putOff: number;
  /** When the next of these is due, milliseconds since the epoch. */
  readonly nextDueMs: number | null;
}

/** What is left of the deliveries up to `lastId`. */
export async function readDrain(
  db: Database,
  { endpointId, lastId, nowMs }: { readonly endpointId: string; readonly lastId: string; readonly nowMs: number },
): Promise<DrainProgress> {
  const [row] = await db.query<DrainProgress>(
    `SELECT count(*) FILTER (WHERE NOT later)::float8 AS open, count(*) FILTER (WHERE later)::float8 AS "putOff",
            (extract(epoch FROM min(due_at) FILTER (WHERE later)) * 1000)::float8 AS "nextDueMs"
     FROM (
       SELECT due_at, status = 'pending' AND due_at > to_timestamp($3::float8 / 1000) AS later FROM deliveries
       WHERE endpoint_id = $1 AND status IN ('pending', 'sending') AND id <= $2::bigint
     ) AS waiting`,
    [endpointId, lastId, nowMs],
  );
  return row ?? { open: 0, putOff: 0, nextDueMs: null };
}
