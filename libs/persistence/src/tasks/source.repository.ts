import { epochMs } from '../clock/instants';
import type { Sql } from '../database/database';
import { type LeasedTask, storableMessage, type TaskKind, type TaskOutcome } from './task';

/** A source as the configuration of a worker declares it. */
export interface DeclaredSource {
  readonly kind: TaskKind;
  /** Unique over all kinds: of a finder `finder/` and its id; of one that is not configured, with the id of its source. */
  readonly id: string;
  /** Reason for which it is off; null when it is on. */
  readonly offReason: string | null;
  /** Request budget over all workers, of polls only: a finder is paced within its run, and one worker at a time runs it. */
  readonly requestsPerMinute?: number;
  /** Most requests at once after a pause, at least 1. */
  readonly requestBurst?: number;
}

/** A host that gets no requests now. */
interface HeldBackHost {
  readonly host: string;
  /** `open`: too many failures · `half_open`: one request is on trial · `left_alone`: the host sent `Retry-After`. */
  readonly state: string;
  /** End of the wait, milliseconds since the epoch. */
  readonly retryAtMs: number;
}

/** Announcement of a host in the headers of its responses. */
export interface AnnouncedNotice {
  readonly host: string;
  /** Without control characters; empty if there is only a date. */
  readonly text: string;
  /** Instant from which the host may reject the requests, milliseconds since the epoch; null if it states none. */
  readonly sunsetAtMs: number | null;
  /** Last response with it, milliseconds since the epoch. */
  readonly seenAtMs: number;
}

/** Hosts of a source, as a worker sees them. */
export interface ReportedHosts {
  readonly id: string;
  readonly heldBack: readonly HeldBackHost[];
  readonly notices: readonly AnnouncedNotice[];
}

/** Health of a source, over all workers and tasks. */
export interface SourceHealth {
  readonly kind: TaskKind;
  /** Of a finder, its own id. */
  readonly id: string;
  readonly offReason: string | null;
  /** Its tasks: drops that it is polled about; 1 for a finder. */
  readonly drops: number;
  /** Tasks that are due. */
  readonly due: number;
  /** Tasks whose last run failed. */
  readonly failing: number;
  /** Most consecutive failures of a task. */
  readonly failuresInRow: number;
  readonly isRunning: boolean;
  /** Lag of the longest due task, in milliseconds; 0 when none is due. */
  readonly lagMs: number;
  /** Start of the next run of a task; null without tasks. */
  readonly dueAtMs: number | null;
  /** Next run of a task whose last run failed; null without one. */
  readonly retryAtMs: number | null;
  /** All instants in milliseconds since the epoch; null: never. */
  readonly answeredAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly failureKind: string | null;
  /** The last failure, with its drop. */
  readonly failure: string | null;
  /** Latest failures of failing drops, three at most. */
  readonly failures: readonly { readonly dropId: string; readonly kind: string }[];
  /** Requests that the budget allows at once, 0 or above; 0 for a finder. */
  readonly budgetLeft: number;
  /** 0 for a finder. */
  readonly requestsPerMinute: number;
  readonly heldBack: readonly HeldBackHost[];
  /** The last ones that a worker reported; its hosts may no longer send them. */
  readonly notices: readonly AnnouncedNotice[];
  /** Last heartbeat of a worker that uses it. */
  readonly seenAtMs: number;
}

type BudgetRow = Budget & { readonly id: string };
type HealthRow = Omit<SourceHealth, 'budgetLeft'> & { budget: number; budgetAtMs: number; requestBurst: number };

/** Request budget of a source, shared by all workers: a token bucket. */
interface Budget {
  /** Below 0 after a poll that sent more requests than its lease held. */
  readonly left: number;
  /** Instant of `left`, milliseconds since the epoch. */
  readonly atMs: number;
  readonly perMinute: number;
  readonly burst: number;
}

const MINUTE_MS = 60_000;
/** Workers differ by less in their estimate of the database's clock; an instant further ahead comes from a wrong clock. */
const AHEAD_MS_MAX = 1_000;

/** True for a budget written by a fast clock: its level is unknown and counts as full. */
const isAhead = ({ atMs }: Pick<Budget, 'atMs'>, nowMs: number): boolean => atMs - nowMs > AHEAD_MS_MAX;

/** Level of a budget at an instant; a clock that is a little behind adds nothing. */
export function leftAt(budget: Budget, nowMs: number): number {
  const { left, atMs, perMinute, burst } = budget;
  if (isAhead(budget, nowMs)) return burst;
  return Math.min(burst, left + (Math.max(0, nowMs - atMs) / MINUTE_MS) * perMinute);
}

/** Sources: their request budgets and their health, shared by all workers. */
export class SourceRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Creates or updates sources as a worker's configuration declares them; a used budget stays used, and a finder keeps its
   * state. New finders are due at once. Further finders of the same FinderIds are off, as their setting was removed. Where
   * workers differ, the {@link heartbeat} of one that uses a source overrides a declaration as off.
   */
  async declare(sources: readonly DeclaredSource[], nowMs: number): Promise<void> {
    await this.sql.query(
      `INSERT INTO task_sources AS s (kind, id, off_reason, requests_per_minute, request_burst, budget, budget_at, seen_at)
       SELECT kind, id, "offReason", "requestsPerMinute", "requestBurst", "requestBurst",
              CASE kind WHEN 'poll' THEN now.at END, now.at
       FROM json_to_recordset($1::json)
              AS k (kind text, id text, "offReason" text, "requestsPerMinute" float8, "requestBurst" float8),
            (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
       ORDER BY id
       ON CONFLICT (id) DO UPDATE
       SET off_reason = excluded.off_reason, requests_per_minute = excluded.requests_per_minute,
           request_burst = excluded.request_burst, budget = least(s.budget, excluded.request_burst),
           seen_at = excluded.seen_at`,
      [JSON.stringify(sources), nowMs],
    );
    const finders = sources.filter(({ kind }) => kind === 'find');
    if (finders.length > 0) await this.#declareFinders(finders, nowMs);
  }

  async #declareFinders(finders: readonly DeclaredSource[], nowMs: number): Promise<void> {
    const [ids, groups] = [finders.map(({ id }) => id), [...new Set(finders.map(({ id }) => id.split('/')[1] ?? ''))]];
    const others = `kind = 'find' AND split_part(id, '/', 2) = ANY ($1) AND id <> ALL ($2)`;
    // A source without any finder has a row that never runs, which its first finder replaces.
    await this.sql.query(
      `DELETE FROM task_sources WHERE id IN (
         SELECT id FROM task_sources
         WHERE ${others} AND off_reason IS NOT NULL AND answered_at IS NULL AND failed_at IS NULL ORDER BY id FOR UPDATE
       )`,
      [groups, ids],
    );
    await this.sql.query(
      `UPDATE task_sources SET off_reason = 'its setting was removed' WHERE id IN (
         SELECT id FROM task_sources WHERE ${others} AND off_reason IS NULL ORDER BY id FOR NO KEY UPDATE
       )`,
      [groups, ids],
    );
    await this.sql.query(
      `INSERT INTO tasks (kind, source, subject, due_at)
       SELECT 'find', id, '', to_timestamp($2::float8 / 1000) FROM unnest($1::text[]) AS s (id) ORDER BY id
       ON CONFLICT DO NOTHING`,
      [finders.filter(({ offReason }) => offReason === null).map(({ id }) => id), nowMs],
    );
  }

  /** Records that a worker uses sources, with the hosts that it holds back and their notices. Notices are never cleared. */
  async heartbeat(sources: readonly ReportedHosts[], nowMs: number): Promise<void> {
    await this.sql.query(
      `WITH locked AS (SELECT id FROM task_sources WHERE id = ANY ($3) ORDER BY id FOR NO KEY UPDATE)
       UPDATE task_sources AS s SET held_back = n."heldBack", notices = coalesce(nullif(n.notices, '[]'), s.notices),
              seen_at = to_timestamp($2::float8 / 1000), off_reason = NULL
       FROM locked JOIN json_to_recordset($1::json) AS n (id text, "heldBack" jsonb, notices jsonb) USING (id)
       WHERE s.id = locked.id`,
      [JSON.stringify(sources), nowMs, sources.map(({ id }) => id)],
    );
  }

  /** The budgets of sources, locked until the end of the transaction. */
  lockBudgets(ids: readonly string[]): Promise<BudgetRow[]> {
    return this.sql.query<BudgetRow>(
      `SELECT id, budget AS left, (extract(epoch FROM budget_at) * 1000)::float8 AS "atMs",
              requests_per_minute AS "perMinute", request_burst AS burst
       FROM task_sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
      [ids],
    );
  }

  /** Takes one request per leased poll from the locked budgets. */
  async holdRequests(budgets: readonly BudgetRow[], leased: readonly LeasedTask[], nowMs: number): Promise<void> {
    const held = budgets.flatMap((budget) => {
      const polls = leased.filter(({ source }) => source === budget.id).length;
      if (polls === 0) return [];
      const atMs = isAhead(budget, nowMs) ? nowMs : Math.max(budget.atMs, nowMs);
      return [{ id: budget.id, left: leftAt(budget, nowMs) - polls, atMs }];
    });
    await this.sql.query(
      `UPDATE task_sources AS s SET budget = b.budget, budget_at = to_timestamp(b.at_ms / 1000)
       FROM unnest($1::text[], $2::float8[], $3::float8[]) AS b (id, budget, at_ms) WHERE s.id = b.id`,
      [held.map(({ id }) => id), held.map(({ left }) => left), held.map(({ atMs }) => atMs)],
    );
  }

  /** Records success and failure of polls at their sources, and the requests beyond those that their leases held. */
  async recordOutcomes(outcomes: readonly TaskOutcome[], nowMs: number): Promise<void> {
    const ends = endsBySource(outcomes);
    const ids = ends.map(({ id }) => id);
    await this.sql.query('SELECT FROM task_sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
    await this.sql.query(
      `UPDATE task_sources AS s
       SET budget = least(s.request_burst, s.budget - e.extra),
           answered_at = CASE WHEN e.answered THEN now.at ELSE s.answered_at END,
           failed_at = CASE WHEN e.kind IS NULL THEN s.failed_at ELSE now.at END,
           failure_kind = coalesce(e.kind, s.failure_kind), failure = coalesce(e.failure, s.failure)
       FROM json_to_recordset($1::json) AS e (id text, extra float8, answered boolean, kind text, failure text),
            (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
       WHERE s.id = e.id`,
      [JSON.stringify(ends), nowMs],
    );
  }

  /** Health of all sources that a worker has declared, by id. */
  async readHealth(nowMs: number): Promise<SourceHealth[]> {
    const rows = await this.sql.query<HealthRow>(READ_HEALTH, [nowMs]);
    return rows.map(({ budget, budgetAtMs, requestBurst, ...row }) => {
      const now = { left: budget, atMs: budgetAtMs, perMinute: row.requestsPerMinute, burst: requestBurst };
      return { ...row, budgetLeft: Math.max(0, Math.floor(leftAt(now, nowMs))) };
    });
  }
}

interface SourceEnd {
  readonly id: string;
  /** Requests beyond the one that each lease held; below 0 when polls sent none. */
  extra: number;
  answered: boolean;
  kind?: string;
  failure?: string;
}

function endsBySource(outcomes: readonly TaskOutcome[]): SourceEnd[] {
  const ends = new Map<string, SourceEnd>();
  for (const outcome of outcomes) {
    const end = ends.get(outcome.source) ?? { id: outcome.source, extra: 0, answered: false };
    end.extra += outcome.requests - 1;
    if (outcome.end === 'answered') end.answered = true;
    else if (outcome.end === 'failed') {
      end.kind = outcome.failureKind;
      const subject = outcome.kind === 'find' ? '' : `${outcome.subject}: `;
      end.failure = storableMessage(`${subject}${outcome.message}`);
    }
    ends.set(outcome.source, end);
  }
  return [...ends.values()];
}

const READ_HEALTH = `
  SELECT s.kind, CASE s.kind WHEN 'find' THEN substr(s.id, 8) ELSE s.id END AS id, s.off_reason AS "offReason", tasks.*,
         failing.failures, ${epochMs('s.answered_at')} AS "answeredAtMs", ${epochMs('s.failed_at')} AS "failedAtMs",
         s.failure_kind AS "failureKind", s.failure, coalesce(s.budget, 0) AS budget,
         coalesce(${epochMs('s.budget_at')}, 0) AS "budgetAtMs", coalesce(s.requests_per_minute, 0) AS "requestsPerMinute",
         coalesce(s.request_burst, 0) AS "requestBurst", s.held_back AS "heldBack", s.notices, ${epochMs('s.seen_at')} AS "seenAtMs"
  FROM task_sources AS s CROSS JOIN LATERAL (
    SELECT count(*)::int AS drops, (count(*) FILTER (WHERE due_at <= to_timestamp($1::float8 / 1000)))::int AS due,
           (count(*) FILTER (WHERE failures > 0))::int AS failing, coalesce(max(failures), 0) AS "failuresInRow",
           coalesce(max(leased_until) > to_timestamp($1::float8 / 1000), false) AS "isRunning",
           ${epochMs('min(due_at)')} AS "dueAtMs", ${epochMs('min(due_at) FILTER (WHERE failures > 0)')} AS "retryAtMs",
           greatest(0, coalesce($1::float8 - ${epochMs('min(due_at)')}, 0)) AS "lagMs"
    FROM tasks WHERE source = s.id
  ) AS tasks CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(last), '[]') AS failures FROM (
      SELECT subject AS "dropId", failure_kind AS kind FROM tasks
      WHERE source = s.id AND failures > 0 ORDER BY failed_at DESC, subject LIMIT 3
    ) AS last
  ) AS failing
  ORDER BY s.id`;
