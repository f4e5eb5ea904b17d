import type { Database, Sql } from '../database/database';
import { leftAt } from './budget';

/** A source as a worker knows it. */
export interface KnownSource {
  readonly id: string;
  /** Why it is not asked; null while it is. */
  readonly offReason: string | null;
  readonly requestsPerMinute: number;
  /** Requests that may be made at once after a pause, at least 1. */
  readonly requestBurst: number;
}

/** A host that is not asked for now. */
export interface HeldBackHost {
  readonly host: string;
  /** `open`: it failed too often · `half_open`: one request is trying · `left_alone`: it asked for that. */
  readonly state: string;
  /** When it is asked again, milliseconds since the epoch. */
  readonly retryAtMs: number;
}

/** How a source does, over all workers and drops. */
export interface SourceHealth {
  readonly id: string;
  readonly offReason: string | null;
  /** Drops that it is asked about. */
  readonly drops: number;
  /** Drops about which the last poll failed. */
  readonly failing: number;
  /** How long the poll that waits longest has been due, in milliseconds; 0 when none waits. */
  readonly lagMs: number;
  /** All instants in milliseconds since the epoch; null: never. */
  readonly answeredAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly failureKind: string | null;
  /** The last failure, with the drop it was about. */
  readonly failure: string | null;
  /** Of the drops that fail, those that failed last: three at most. */
  readonly failures: readonly { readonly dropId: string; readonly kind: string }[];
  /** Requests that may be made at once, 0 or above. */
  readonly budgetLeft: number;
  readonly requestsPerMinute: number;
  readonly heldBack: readonly HeldBackHost[];
  /** When a worker last looked after it. */
  readonly seenAtMs: number;
}

const HOUR_MS = 3_600_000;
/** Beyond any interval and any wait that a source may ask for: only a clock that was wrong makes a poll so late. */
const DUE_AHEAD_MS_MAX = 48 * HOUR_MS;
/** A host may be without polls for an hour without a failure of the source. */
const LEFT_ALONE_MS_MAX = HOUR_MS;
/** An answered poll comes again after one and a half intervals at the latest. */
const INTERVALS_MAX = 1.5;

/** Interval at which a source is asked about a drop. */
export interface SourceInterval {
  readonly id: string;
  readonly intervalMs: number;
}

/**
 * Says which sources there are, and what they allow; what was used up stays used up. Of several workers the one that
 * asks a source is right about it: see {@link noteSources}.
 */
export async function stateSources(db: Database, sources: readonly KnownSource[], nowMs: number): Promise<void> {
  await db.query(
    `INSERT INTO sources AS s (id, off_reason, requests_per_minute, request_burst, budget, budget_at, seen_at)
     SELECT id, "offReason", "requestsPerMinute", "requestBurst", "requestBurst", now.at, now.at
     FROM json_to_recordset($1::json)
            AS k (id text, "offReason" text, "requestsPerMinute" float8, "requestBurst" float8),
          (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
     ORDER BY id
     ON CONFLICT (id) DO UPDATE
     SET off_reason = excluded.off_reason, requests_per_minute = excluded.requests_per_minute,
         request_burst = excluded.request_burst, budget = least(s.budget, excluded.request_burst),
         seen_at = excluded.seen_at`,
    [JSON.stringify(sources), nowMs],
  );
}

/**
 * Brings polls forward that wait for nothing: those that a clock which was ahead put off, and at a worker's start those
 * that were refused for their key, as it may have another one.
 *
 * @param intervals - of sources; a poll of theirs that has not failed waits no longer than its interval lets it.
 */
export async function recallPolls(
  db: Database,
  {
    nowMs,
    refusedToo,
    intervals = [],
  }: { readonly nowMs: number; readonly refusedToo: boolean; readonly intervals?: readonly SourceInterval[] },
): Promise<void> {
  await db.query(
    `WITH late AS (
       SELECT p.drop_id, p.source FROM polls AS p
       LEFT JOIN unnest($4::text[], $5::float8[]) AS s (id, ahead_ms) ON s.id = p.source AND p.failures = 0
       WHERE p.due_at > to_timestamp(($1::float8 + coalesce(s.ahead_ms, $2)) / 1000)
          OR ($3 AND failure_kind = 'unauthorized' AND p.due_at > to_timestamp($1::float8 / 1000))
       ORDER BY p.drop_id, p.source FOR NO KEY UPDATE OF p SKIP LOCKED
     )
     UPDATE polls SET due_at = to_timestamp($1::float8 / 1000)
     FROM late WHERE polls.drop_id = late.drop_id AND polls.source = late.source`,
    [
      nowMs,
      DUE_AHEAD_MS_MAX,
      refusedToo,
      intervals.map(({ id }) => id),
      intervals.map(({ intervalMs }) => INTERVALS_MAX * Math.max(intervalMs, LEFT_ALONE_MS_MAX)),
    ],
  );
}

/** Notes that a worker asks sources, and which hosts it leaves alone for now. */
export async function noteSources(
  db: Database,
  sources: readonly { readonly id: string; readonly heldBack: readonly HeldBackHost[] }[],
  nowMs: number,
): Promise<void> {
  await db.query(
    `WITH locked AS (SELECT id FROM sources WHERE id = ANY ($3) ORDER BY id FOR NO KEY UPDATE)
     UPDATE sources SET held_back = n."heldBack", seen_at = to_timestamp($2::float8 / 1000), off_reason = NULL
     FROM locked JOIN json_to_recordset($1::json) AS n (id text, "heldBack" jsonb) USING (id)
     WHERE sources.id = locked.id`,
    [JSON.stringify(sources), nowMs, sources.map(({ id }) => id)],
  );
}

type SourceRow = Omit<SourceHealth, 'budgetLeft'> & { budget: number; budgetAtMs: number; requestBurst: number };

const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** How each source does that a worker has known, by id. */
export async function readSources(sql: Sql, nowMs: number): Promise<SourceHealth[]> {
  const rows = await sql.query<SourceRow>(
    `SELECT s.id, s.off_reason AS "offReason", polls.*, failing.failures, ${epochMs('s.answered_at')} AS "answeredAtMs",
            ${epochMs('s.failed_at')} AS "failedAtMs", s.failure_kind AS "failureKind", s.failure, s.budget,
            ${epochMs('s.budget_at')} AS "budgetAtMs", s.requests_per_minute AS "requestsPerMinute",
            s.request_burst AS "requestBurst", s.held_back AS "heldBack", ${epochMs('s.seen_at')} AS "seenAtMs"
     FROM sources AS s CROSS JOIN LATERAL (
       SELECT count(*)::int AS drops, (count(*) FILTER (WHERE failures > 0))::int AS failing,
              greatest(0, coalesce($1::float8 - ${epochMs('min(due_at)')}, 0)) AS "lagMs"
       FROM polls WHERE source = s.id
     ) AS polls CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(last), '[]') AS failures FROM (
         SELECT drop_id AS "dropId", failure_kind AS kind FROM polls
         WHERE source = s.id AND failures > 0 ORDER BY failed_at DESC, drop_id LIMIT 3
       ) AS last
     ) AS failing
     ORDER BY s.id`,
    [nowMs],
  );
  return rows.map(({ budget, budgetAtMs, requestBurst, ...row }) => {
    const now = { left: budget, atMs: budgetAtMs, perMinute: row.requestsPerMinute, burst: requestBurst };
    return { ...row, budgetLeft: Math.max(0, Math.floor(leftAt(now, nowMs))) };
  });
}
