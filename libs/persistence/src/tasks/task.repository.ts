import { type DropDefinition, pricedToken } from '@droptrack/catalogue';
import { distributorsToFollow } from '../claims/claim-tasks';
import { epochMs } from '../clock/instants';
import { isSampleDropId } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';
import { CHOOSE_LISTS } from '../discovery/campaign-lists';
import { leftAt, SourceRepository } from './source.repository';
import {
  type Capacity,
  CLAIM_SOURCE,
  type LeasedTask,
  LIST_SOURCE,
  PRICE_SOURCE,
  storableMessage,
  TASK_LEASE,
  type TaskLease,
  type TaskOutcome,
} from './task';

/** Normal interval at which a source is polled about a drop. */
export interface SourceInterval {
  readonly id: string;
  readonly intervalMs: number;
}

const HOUR_MS = 3_600_000;
/** Longer than any interval and any `Retry-After`: only a wrong clock schedules a run, or ends a lease, so late. */
const DUE_AHEAD_MS_MAX = 48 * HOUR_MS;
/** Longest time for which an open circuit breaker delays a poll without a failure of the source. */
const BREAKER_WAIT_MS_MAX = HOUR_MS;
/** Most intervals between an answered poll and the next one. */
const INTERVALS_MAX = 1.5;

/** Tasks at outside sources: one row each, which is also the unit of work that processes lease (docs/decisions/0066). */
export class TaskRepository {
  constructor(private readonly sql: Sql) {}

  /** True when a task of one of the sources is due. */
  async isAnyDue(sources: readonly string[], nowMs: number): Promise<boolean> {
    const [row] = await this.sql.query<{ due: boolean }>(
      `SELECT EXISTS (
         SELECT FROM unnest($1::text[]) AS s (id)
         WHERE EXISTS (SELECT FROM tasks WHERE source = s.id AND due_at <= to_timestamp($2::float8 / 1000))
       ) AS due`,
      [sources, nowMs],
    );
    return row?.due === true;
  }

  /**
   * Leases tasks that are due, per source the longest due first, and lists in the order of {@link CHOOSE_LISTS}.
   *
   * @param max - maximum number over all sources, the longest due first.
   */
  async lease(
    capacities: readonly Capacity[],
    nowMs: number,
    max = 1_000,
    leaseMs: number = TASK_LEASE.ms,
  ): Promise<LeasedTask[]> {
    const lists = capacities.find(({ source }) => source === LIST_SOURCE);
    if (lists !== undefined) return this.sql.query(LEASE(CHOOSE_LISTS), [nowMs, leaseMs, Math.min(max, lists.tasks)]);
    const sources = capacities.map(({ source }) => source);
    return this.sql.query(LEASE(CHOOSE), [nowMs, leaseMs, max, sources, capacities.map(({ tasks }) => tasks)]);
  }

  /**
   * Leases a task before it is due, for a run that an operator asked for.
   *
   * @returns null while another process runs it, and for a task that no worker has declared.
   */
  async leaseNow(capacity: Capacity, nowMs: number): Promise<LeasedTask | null> {
    const at = [capacity.source, nowMs];
    await this.sql.query(
      `UPDATE tasks SET due_at = least(due_at, to_timestamp($2::float8 / 1000))
       WHERE source = $1 AND (leased_until IS NULL OR leased_until <= to_timestamp($2::float8 / 1000))`,
      at,
    );
    const [leased] = await this.lease([capacity], nowMs, 1);
    return leased ?? null;
  }

  /** End of the lease of a finder, milliseconds since the epoch; null without one, undefined if no worker has declared it. */
  async leaseEndMs(source: string): Promise<number | null | undefined> {
    const [row] = await this.sql.query<{ readonly endMs: number | null }>(
      `SELECT ${epochMs('leased_until')} AS "endMs" FROM tasks WHERE source = $1`,
      [source],
    );
    return row?.endMs;
  }

  /** Extends leases; those of tasks with a newer lease, or that a decision has made due, are skipped. */
  async renew(leased: readonly TaskLease[], nowMs: number, leaseMs: number = TASK_LEASE.ms): Promise<void> {
    await this.#change(leased, 'due_at = $4, leased_until = $4', 'AND t.leased_until IS NOT NULL', nowMs + leaseMs);
  }

  /** Releases leases before their end, so that the tasks are due at once. Tasks with a newer lease are skipped. */
  async release(leased: readonly TaskLease[], nowMs: number): Promise<void> {
    await this.#change(leased, 'due_at = $4, leased_until = NULL', '', nowMs);
  }

  /** Records outcomes whose lease is still the current one. @returns these outcomes; the others were fenced. */
  async recordOutcomes(outcomes: readonly TaskOutcome[], nowMs: number): Promise<TaskOutcome[]> {
    const rows = await this.sql.query<TaskLease>(RECORD_OUTCOMES, [JSON.stringify(outcomes.map(outcomeRow)), nowMs]);
    const recorded = new Set(rows.map(({ subject, source }) => `${source} ${subject}`));
    return outcomes.filter(({ subject, source }) => recorded.has(`${source} ${subject}`));
  }

  /**
   * Creates, changes and deletes polls as the definitions declare them: one per source, and one of {@link PRICE_SOURCE} for
   * a token without a declared price, and one of {@link CLAIM_SOURCE} for distributors that are followed, unless the drop is a sample:
   * no source knows a fictional token. New and changed queries
   * are due at once and start without memory. The caller holds the rows of the drops.
   */
  async syncPolls(definitions: readonly DropDefinition[], nowMs: number): Promise<void> {
    if (definitions.length === 0) return;
    const declared = definitions.flatMap((definition) =>
      [
        ...Object.entries(definition.sources),
        [PRICE_SOURCE, tokenToPrice(definition)] as const,
        [CLAIM_SOURCE, distributorsToFollow(definition)] as const,
      ]
        .filter(([, query]) => query !== false && query !== null)
        .map(([source, query]) => ({ subject: definition.id, source, query })),
    );
    await this.sql.query(
      `DELETE FROM tasks WHERE kind = 'poll' AND subject = ANY ($1) AND NOT EXISTS (
         SELECT FROM jsonb_to_recordset($2::jsonb) AS s (subject text, source text)
         WHERE s.subject = tasks.subject AND s.source = tasks.source
       )`,
      [definitions.map(({ id }) => id), JSON.stringify(declared)],
    );
    // A poll that runs now uses the old query: the higher lease number fences its outcome.
    await this.sql.query(
      `INSERT INTO tasks AS t (kind, subject, source, query, due_at)
       SELECT 'poll', subject, source, query, to_timestamp($2::float8 / 1000)
       FROM jsonb_to_recordset($1::jsonb) AS s (subject text, source text, query jsonb)
       ORDER BY subject, source
       ON CONFLICT (subject, source) DO UPDATE
       SET query = excluded.query, memory = NULL, due_at = excluded.due_at, leased_until = NULL, lease = t.lease + 1, failures = 0,
           failed_at = NULL, failure_kind = NULL, failure = NULL
       WHERE t.query <> excluded.query`,
      [JSON.stringify(declared), nowMs],
    );
  }

  /** Deletes the polls of drops. */
  async deletePolls(dropIds: readonly string[]): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query(`DELETE FROM tasks WHERE kind = 'poll' AND subject = ANY ($1)`, [dropIds]);
  }

  /**
   * Reschedules tasks that wait without a reason: those that a fast clock scheduled too late, and at the start of a worker
   * those that failed for a key, a plan or a place, and failing finders, because the worker may have other settings.
   *
   * @param intervals - of sources: a poll of theirs that has not failed waits 1.5 intervals at most.
   */
  async recall({
    nowMs,
    withRejected,
    intervals = [],
  }: {
    readonly nowMs: number;
    readonly withRejected: boolean;
    readonly intervals?: readonly SourceInterval[];
  }): Promise<void> {
    await this.sql.query(
      `WITH now AS (SELECT to_timestamp($1::float8 / 1000) AS at), late AS (
         SELECT t.subject, t.source FROM now, tasks AS t
         LEFT JOIN unnest($4::text[], $5::float8[]) AS s (id, ahead_ms) ON s.id = t.source AND t.failures = 0
         WHERE t.due_at > to_timestamp(($1::float8 + coalesce(s.ahead_ms, $2)) / 1000)
            OR ($3 AND t.due_at > now.at AND t.leased_until IS NULL AND (
                 t.failure_kind IN ('unauthorized', 'blocked', 'unable') OR (t.kind = 'find' AND t.failures > 0)))
         ORDER BY t.subject, t.source FOR NO KEY UPDATE OF t SKIP LOCKED
       )
       UPDATE tasks SET due_at = now.at, leased_until = NULL
       FROM late, now WHERE tasks.subject = late.subject AND tasks.source = late.source`,
      [
        nowMs,
        DUE_AHEAD_MS_MAX,
        withRejected,
        intervals.map(({ id }) => id),
        intervals.map(({ intervalMs }) => INTERVALS_MAX * Math.max(intervalMs, BREAKER_WAIT_MS_MAX)),
      ],
    );
  }

  async #change(leased: readonly TaskLease[], change: string, condition: string, dueMs: number): Promise<void> {
    await this.sql.query(
      `WITH held AS (
         SELECT t.subject, t.source FROM unnest($1::text[], $2::text[], $3::bigint[]) AS c (subject, source, lease)
         JOIN tasks AS t ON t.subject = c.subject AND t.source = c.source AND t.lease = c.lease ${condition}
         ORDER BY t.subject, t.source FOR NO KEY UPDATE OF t SKIP LOCKED
       )
       UPDATE tasks SET ${change.replaceAll('$4', 'to_timestamp($4::float8 / 1000)')}
       FROM held WHERE tasks.subject = held.subject AND tasks.source = held.source`,
      [
        leased.map(({ subject }) => subject),
        leased.map(({ source }) => source),
        leased.map(({ lease }) => lease),
        dueMs,
      ],
    );
  }
}

/**
 * Leases tasks that are due, up to the capacity of the worker and the request budget of each source; each poll holds one
 * request of the budget. Workers that lease polls at the same time wait for each other for the length of the transaction.
 *
 * @param max - maximum number over all sources, the longest due first.
 * @param leaseMs - duration of the lease, which the worker renews while it runs the tasks.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function leaseTasks(
  db: Database,
  capacities: readonly Capacity[],
  nowMs: number,
  { max, leaseMs }: { readonly max?: number; readonly leaseMs?: number } = {},
): Promise<LeasedTask[]> {
  const open = capacities.filter(({ tasks }) => tasks > 0);
  const ids = open.map(({ source }) => source);
  if (open.length === 0 || !(await new TaskRepository(db).isAnyDue(ids, nowMs))) return [];
  return db.transaction(async (sql) => {
    const sources = new SourceRepository(sql);
    const polled = open.filter(({ kind }) => kind === 'poll').map(({ source }) => source);
    const budgets = polled.length === 0 ? [] : await sources.lockBudgets(polled);
    const left = new Map(budgets.map((budget) => [budget.id, leftAt(budget, nowMs)]));
    const affordable = open.flatMap((each) => {
      const tasks = each.kind === 'poll' ? Math.min(each.tasks, Math.floor(left.get(each.source) ?? 0)) : each.tasks;
      return tasks > 0 ? [{ ...each, tasks }] : [];
    });
    if (affordable.length === 0) return [];
    const leased = await new TaskRepository(sql).lease(affordable, nowMs, max, leaseMs);
    if (budgets.length > 0) await sources.holdRequests(budgets, leased, nowMs);
    return leased;
  });
}

function outcomeRow(outcome: TaskOutcome) {
  const { subject, source, lease, end, startedAtMs, nextDueMs } = outcome;
  const row = { subject, source, lease, result: end, started_ms: startedAtMs, due_ms: nextDueMs };
  if (outcome.end === 'answered') return { ...row, memory: outcome.memory };
  if (outcome.end === 'held_back') return row;
  return { ...row, failure_kind: outcome.failureKind, failure: storableMessage(outcome.message) };
}

const tokenToPrice = (definition: DropDefinition): string | null =>
  isSampleDropId(definition.id) ? null : pricedToken(definition);

const CHOOSE = `
  SELECT due.* FROM unnest($4::text[], $5::int[]) AS free (source, tasks)
  CROSS JOIN LATERAL (
    SELECT subject, source, due_at, query FROM tasks
    WHERE source = free.source AND due_at <= to_timestamp($1::float8 / 1000)
    ORDER BY due_at LIMIT free.tasks FOR NO KEY UPDATE SKIP LOCKED
  ) AS due ORDER BY due.due_at LIMIT $3`;

/** @param choose - selects and locks tasks, with their queries. */
const LEASE = (choose: string) => `
  WITH chosen AS MATERIALIZED (${choose}), until AS (SELECT to_timestamp(($1::float8 + $2::float8) / 1000) AS at)
  UPDATE tasks AS t SET lease = t.lease + 1, due_at = until.at, leased_until = until.at
  FROM chosen, until WHERE t.subject = chosen.subject AND t.source = chosen.source
  RETURNING t.kind, t.source, t.subject, chosen.query, t.memory, ${epochMs('t.since')} AS "sinceMs", t.lease::text AS lease,
            t.failures, ${epochMs('chosen.due_at')} AS "dueMs"`;

const RECORD_OUTCOMES = `
  UPDATE tasks AS t
  SET due_at = to_timestamp(o.due_ms / 1000), leased_until = NULL,
      memory = CASE o.result WHEN 'answered' THEN o.memory ELSE t.memory END,
      since = CASE o.result WHEN 'answered' THEN to_timestamp(o.started_ms / 1000) ELSE t.since END,
      failures = CASE o.result WHEN 'answered' THEN 0 WHEN 'failed' THEN t.failures + 1 ELSE t.failures END,
      answered_at = CASE o.result WHEN 'answered' THEN now.at ELSE t.answered_at END,
      failed_at = CASE o.result WHEN 'failed' THEN now.at ELSE t.failed_at END,
      failure_kind = CASE o.result WHEN 'held_back' THEN t.failure_kind ELSE o.failure_kind END,
      failure = CASE o.result WHEN 'held_back' THEN t.failure ELSE o.failure END
  FROM json_to_recordset($1::json) AS o (subject text, source text, lease bigint, result text, started_ms float8, due_ms float8,
         memory json, failure_kind text, failure text),
       (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
  WHERE t.subject = o.subject AND t.source = o.source AND t.lease = o.lease
  RETURNING t.subject, t.source, t.lease::text AS lease`;
