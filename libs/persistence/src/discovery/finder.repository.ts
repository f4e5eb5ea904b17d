import type { Sql } from '../database/database';
import { storableMessage } from '../polls/poll.repository';
import type { HeldBackHost } from '../polls/source.repository';
import type { DeclaredFinder, FinderHealth, FinderOutcome, LeasedFinder } from './finder';

/** Longer than any interval and any `Retry-After`: only a wrong clock schedules a run, or ends a lease, so late. */
const AHEAD_MS_MAX = 48 * 3_600_000;

/** Finders: one row each, which is also the unit of work that workers lease. */
export class FinderRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Creates or updates finders as a worker's configuration declares them. New ones are due at once, and so are failing ones,
   * because the configuration may have changed. Further finders of the same sources are off, as their setting was removed;
   * they keep their state. Where workers differ, the {@link heartbeat} of one that runs a finder overrides a declaration as
   * off.
   */
  async declare(finders: readonly DeclaredFinder[], nowMs: number): Promise<void> {
    const ids = finders.map(({ id }) => id);
    const sources = [...new Set(finders.map(({ source }) => source))];
    // A source without any finder has a row that never runs, which its first finder replaces.
    await this.sql.query(
      `DELETE FROM finders WHERE id IN (
         SELECT id FROM finders WHERE source = ANY ($1) AND id <> ALL ($2)
           AND off_reason IS NOT NULL AND answered_at IS NULL AND failed_at IS NULL ORDER BY id FOR UPDATE
       )`,
      [sources, ids],
    );
    await this.sql.query(
      `UPDATE finders SET off_reason = 'its setting was removed' WHERE id IN (
         SELECT id FROM finders WHERE source = ANY ($1) AND id <> ALL ($2) AND off_reason IS NULL
         ORDER BY id FOR NO KEY UPDATE
       )`,
      [sources, ids],
    );
    await this.sql.query(
      `INSERT INTO finders AS f (id, source, off_reason, due_at, seen_at)
       SELECT id, source, "offReason", now.at, now.at
       FROM json_to_recordset($1::json) AS k (id text, source text, "offReason" text),
            (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
       ORDER BY id
       ON CONFLICT (id) DO UPDATE
       SET source = excluded.source, off_reason = excluded.off_reason, seen_at = excluded.seen_at,
           due_at = CASE WHEN f.failures > 0 THEN least(f.due_at, excluded.due_at) ELSE f.due_at END`,
      [JSON.stringify(finders), nowMs],
    );
  }

  /** Records that a worker runs finders, and the hosts that it holds back. */
  async heartbeat(
    finders: readonly { readonly id: string; readonly heldBack: readonly HeldBackHost[] }[],
    nowMs: number,
  ): Promise<void> {
    await this.sql.query(
      `WITH locked AS (SELECT id FROM finders WHERE id = ANY ($3) ORDER BY id FOR NO KEY UPDATE)
       UPDATE finders SET held_back = n."heldBack", seen_at = to_timestamp($2::float8 / 1000), off_reason = NULL
       FROM locked JOIN json_to_recordset($1::json) AS n (id text, "heldBack" jsonb) USING (id)
       WHERE finders.id = locked.id`,
      [JSON.stringify(finders), nowMs, finders.map(({ id }) => id)],
    );
  }

  /**
   * Leases finders that are due and that no worker runs, the longest due first.
   *
   * @param finders - those of this worker, with the duration of the lease, which is longer than any run takes.
   * @param limit - maximum number of leases.
   */
  lease(
    finders: readonly { readonly id: string; readonly leaseMs: number }[],
    limit: number,
    nowMs: number,
  ): Promise<LeasedFinder[]> {
    return this.sql.query<LeasedFinder>(
      `WITH now AS (SELECT to_timestamp($3::float8 / 1000) AS at, to_timestamp($4::float8 / 1000) AS latest),
       chosen AS MATERIALIZED (
         SELECT f.id, f.due_at, mine.lease_ms
         FROM finders AS f JOIN unnest($1::text[], $2::float8[]) AS mine (id, lease_ms) USING (id), now
         WHERE (f.due_at <= now.at OR f.due_at > now.latest)
           AND (f.leased_until IS NULL OR f.leased_until <= now.at OR f.leased_until > now.latest)
         ORDER BY f.due_at LIMIT $5 FOR NO KEY UPDATE OF f SKIP LOCKED
       )
       UPDATE finders AS f
       SET leases = f.leases + 1, leased_until = to_timestamp(($3::float8 + chosen.lease_ms) / 1000)
       FROM chosen WHERE f.id = chosen.id
       RETURNING f.id, f.source, f.memory, ${epochMs('f.since')} AS "sinceMs", f.leases::text AS lease, f.failures,
                 least(${epochMs('chosen.due_at')}, $3::float8) AS "dueMs"`,
      [finders.map(({ id }) => id), finders.map(({ leaseMs }) => leaseMs), nowMs, nowMs + AHEAD_MS_MAX, limit],
    );
  }

  /** Releases leases before their end, so that the finders are due again. Finders with a newer lease are skipped. */
  async release(leased: readonly Pick<LeasedFinder, 'id' | 'lease'>[]): Promise<void> {
    await this.sql.query(
      `UPDATE finders SET leased_until = NULL WHERE id IN (
         SELECT f.id FROM finders AS f JOIN unnest($1::text[], $2::bigint[]) AS c (id, lease)
           ON f.id = c.id AND f.leases = c.lease
         ORDER BY f.id FOR NO KEY UPDATE OF f
       )`,
      [leased.map(({ id }) => id), leased.map(({ lease }) => lease)],
    );
  }

  /**
   * Records the outcome of a run, and releases its lease.
   *
   * @returns false if the lease is no longer the current one; the outcome is then discarded.
   */
  async recordOutcome(outcome: FinderOutcome, nowMs: number): Promise<boolean> {
    const rows = await this.sql.query(RECORD_OUTCOME, [
      outcome.id,
      outcome.lease,
      outcome.kind,
      outcome.nextDueMs,
      nowMs,
      outcome.kind === 'answered' ? JSON.stringify(outcome.memory) : null,
      outcome.kind === 'answered' ? outcome.startedAtMs : null,
      outcome.kind === 'failed' ? outcome.failureKind : null,
      outcome.kind === 'failed' ? storableMessage(outcome.message) : null,
    ]);
    return rows.length > 0;
  }

  /** Health of all finders that a worker has declared, by id. */
  readHealth(nowMs: number): Promise<FinderHealth[]> {
    return this.sql.query<FinderHealth>(
      `SELECT id, source, off_reason AS "offReason", running.now AS "isRunning", failures,
              CASE WHEN running.now THEN 0 ELSE greatest(0, $1::float8 - ${epochMs('due_at')}) END AS "lagMs",
              ${epochMs('due_at')} AS "dueAtMs", ${epochMs('answered_at')} AS "answeredAtMs",
              ${epochMs('failed_at')} AS "failedAtMs", failure_kind AS "failureKind", failure,
              held_back AS "heldBack", ${epochMs('seen_at')} AS "seenAtMs"
       FROM finders CROSS JOIN LATERAL (
         SELECT coalesce(leased_until > to_timestamp($1::float8 / 1000), false) AS now
       ) AS running
       ORDER BY id`,
      [nowMs],
    );
  }
}

const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

const RECORD_OUTCOME = `
  UPDATE finders
  SET leased_until = NULL,
      due_at = to_timestamp($4::float8 / 1000),
      memory = CASE $3 WHEN 'answered' THEN $6::json ELSE memory END,
      since = CASE $3 WHEN 'answered' THEN to_timestamp($7::float8 / 1000) ELSE since END,
      failures = CASE $3 WHEN 'answered' THEN 0 WHEN 'failed' THEN failures + 1 ELSE failures END,
      answered_at = CASE $3 WHEN 'answered' THEN now.at ELSE answered_at END,
      failed_at = CASE $3 WHEN 'failed' THEN now.at ELSE failed_at END,
      failure_kind = CASE $3 WHEN 'held_back' THEN failure_kind ELSE $8::text END,
      failure = CASE $3 WHEN 'held_back' THEN failure ELSE $9::text END
  FROM (SELECT to_timestamp($5::float8 / 1000) AS at) AS now
  WHERE id = $1 AND leases = $2::bigint
  RETURNING id`;
