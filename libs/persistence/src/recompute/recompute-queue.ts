import type { DropDefinition } from '@droptrack/catalogue';
import { epochMs, instant } from '../clock/instants';
import type { Sql } from '../database/database';

/** A drop that is due, with its row locked. */
export interface DueDrop {
  readonly id: string;
  readonly definition: DropDefinition;
  /** Milliseconds since the epoch, like all instants here. */
  readonly createdMs: number;
  /** Instant up to which the log contains the changes of its calendar. */
  readonly movedUntilMs: number;
  /** Instant up to which its hours have their points. */
  readonly pointedUntilMs: number;
  /** A fast clock had computed it for a future instant: the two marks above are now instead. */
  readonly isAhead: boolean;
}

/** New entry of a drop in the queue. */
export interface NextRecompute {
  readonly id: string;
  readonly dueMs: number;
  readonly movedUntilMs: number;
  readonly pointedUntilMs: number;
}

/** Lag of the recompute queue. */
interface RecomputeLag {
  /** Drops that are due. */
  readonly drops: number;
  /** Since when the longest due drop is due, in milliseconds since the epoch; null when none is. */
  readonly oldestMs: number | null;
}

const NOW = instant('$1');
/** Workers differ by less in their estimate of the database's clock. */
const TOLERANCE = `interval '1 second'`;
/** A drop is due at least once an hour. */
const DUE_AT_MAX = `${NOW} + interval '1 hour' + ${TOLERANCE}`;
const IS_AHEAD = `moved_until > ${NOW} + ${TOLERANCE}`;

/** One index scan per branch. An archived drop is due at infinity. */
const DUE = `
  SELECT drop_id, due_at FROM drop_dues WHERE due_at <= ${NOW} AND moved_until <= ${NOW}
  UNION ALL
  SELECT drop_id, ${NOW} FROM drop_dues WHERE due_at > ${DUE_AT_MAX} AND due_at < 'infinity' AND NOT (${IS_AHEAD})
  UNION ALL
  SELECT drop_id, ${NOW} FROM drop_dues WHERE ${IS_AHEAD}`;

/** The recompute queue: one row per drop with the instant from which it is due (table `drop_dues`). */
export class RecomputeQueue {
  constructor(private readonly sql: Sql) {}

  /**
   * Leases drops that are due, the longest due first. The lease is the lock of the row until the end of the transaction, so
   * it ends with a worker that dies; drops that another transaction has locked are skipped. A drop that is due later than
   * possible, or was computed for a future instant, got there by a wrong clock and is due at once.
   */
  async lease(nowMs: number, limit: number): Promise<DueDrop[]> {
    const leased = await this.sql.query<{ id: string }>(
      `SELECT d.id FROM (${DUE}) AS due JOIN drops AS d ON d.id = due.drop_id
       WHERE d.archived_at IS NULL
       ORDER BY due.due_at, d.id LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED`,
      [nowMs, limit],
    );
    if (leased.length === 0) return [];
    // Read again under the lock: another worker may have computed the drop between the scan and the lock.
    return this.sql.query<DueDrop>(
      `SELECT d.id, d.definition, ${epochMs('d.created_at')} AS "createdMs", ${IS_AHEAD} AS "isAhead",
              ${epochMs(`least(due.moved_until, ${NOW})`)} AS "movedUntilMs",
              ${epochMs(`least(due.pointed_until, ${NOW})`)} AS "pointedUntilMs"
       FROM drops AS d JOIN drop_dues AS due ON due.drop_id = d.id
       WHERE d.id = ANY ($2) AND d.archived_at IS NULL
         AND (due_at <= ${NOW} AND moved_until <= ${NOW} OR due_at > ${DUE_AT_MAX} AND due_at < 'infinity' OR ${IS_AHEAD})
       ORDER BY d.id`,
      [nowMs, leased.map(({ id }) => id)],
    );
  }

  /** Sets when leased drops are due next, and up to when they are computed. */
  async reschedule(next: readonly NextRecompute[]): Promise<void> {
    await this.sql.query(
      `UPDATE drop_dues AS due
       SET due_at = to_timestamp(n.due_ms / 1000), moved_until = to_timestamp(n.moved_ms / 1000),
           pointed_until = to_timestamp(n.pointed_ms / 1000)
       FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) AS n (id, due_ms, moved_ms, pointed_ms)
       WHERE due.drop_id = n.id`,
      [
        next.map(({ id }) => id),
        next.map(({ dueMs }) => dueMs),
        next.map(({ movedUntilMs }) => movedUntilMs),
        next.map(({ pointedUntilMs }) => pointedUntilMs),
      ],
    );
  }

  /**
   * Makes drops due at once. The caller holds their rows in `drops`, so that a concurrent recompute run either sees what
   * the caller wrote or finds the drop due again.
   */
  async enqueue(dropIds: readonly string[], nowMs: number): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query(`UPDATE drop_dues SET due_at = least(due_at, ${instant('$2')}) WHERE drop_id = ANY ($1)`, [
      dropIds,
      nowMs,
    ]);
  }

  /** Makes drops due at once whose calendar changes up to now the caller appends to the log. */
  async enqueueMoved(dropIds: readonly string[], nowMs: number): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query(
      `UPDATE drop_dues SET moved_until = greatest(moved_until, ${instant('$2')}), due_at = least(due_at, ${instant('$2')})
       WHERE drop_id = ANY ($1)`,
      [dropIds, nowMs],
    );
  }

  /** Adds drops that are new or restored, due at once. Hours before now get no points. */
  async add(dropIds: readonly string[], nowMs: number): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query(
      `INSERT INTO drop_dues (drop_id, due_at, moved_until, pointed_until)
       SELECT id, ${instant('$2')}, ${instant('$2')}, ${instant('$2')} FROM unnest($1::text[]) AS id
       ON CONFLICT (drop_id) DO UPDATE
       SET due_at = excluded.due_at, moved_until = excluded.moved_until, pointed_until = excluded.pointed_until`,
      [dropIds, nowMs],
    );
  }

  /** Suspends archived drops, until {@link add} restores them. */
  async suspend(dropIds: readonly string[]): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query(`UPDATE drop_dues SET due_at = 'infinity' WHERE drop_id = ANY ($1)`, [dropIds]);
  }

  /** Lag of the workers behind the queue; archived drops do not count. */
  async readLag(nowMs: number): Promise<RecomputeLag> {
    const [row] = await this.sql.query<{ drops: number; oldest_ms: number | null }>(
      `SELECT count(*)::int AS drops, extract(epoch FROM min(due_at))::float8 * 1000 AS oldest_ms
       FROM drop_dues JOIN drops ON drops.id = drop_dues.drop_id
       WHERE due_at <= to_timestamp($1::float8 / 1000) AND archived_at IS NULL`,
      [nowMs],
    );
    return { drops: row?.drops ?? 0, oldestMs: row?.oldest_ms ?? null };
  }
}
