import type { Sql } from '../database/database';
import { type Budget, isAhead, leftAt } from './budget';
import { type LeasedPoll, type PollOutcome, storableMessage } from './poll.repository';

/** A source as the configuration of a worker declares it. */
export interface DeclaredSource {
  readonly id: string;
  /** Reason for which it is not polled; null when it is. */
  readonly offReason: string | null;
  readonly requestsPerMinute: number;
  /** Most requests at once after a pause, at least 1. */
  readonly requestBurst: number;
}

/** A host that gets no requests now. */
export interface HeldBackHost {
  readonly host: string;
  /** `open`: too many failures · `half_open`: one request is on trial · `left_alone`: the host sent `Retry-After`. */
  readonly state: string;
  /** End of the wait, milliseconds since the epoch. */
  readonly retryAtMs: number;
}

/** Health of a source, over all workers and drops. */
export interface SourceHealth {
  readonly id: string;
  readonly offReason: string | null;
  /** Drops that it is polled about. */
  readonly drops: number;
  /** Drops about which a poll is due. */
  readonly due: number;
  /** Drops whose last poll failed. */
  readonly failing: number;
  /** Lag of the longest due poll, in milliseconds; 0 when none is due. */
  readonly lagMs: number;
  /** Next poll about a drop whose last poll failed; null without one. */
  readonly retryAtMs: number | null;
  /** All instants in milliseconds since the epoch; null: never. */
  readonly answeredAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly failureKind: string | null;
  /** The last failure, with its drop. */
  readonly failure: string | null;
  /** Latest failures of failing drops, three at most. */
  readonly failures: readonly { readonly dropId: string; readonly kind: string }[];
  /** Requests that the budget allows at once, 0 or above. */
  readonly budgetLeft: number;
  readonly requestsPerMinute: number;
  readonly heldBack: readonly HeldBackHost[];
  /** Last heartbeat of a worker that polls it. */
  readonly seenAtMs: number;
}

type BudgetRow = Budget & { readonly id: string };
type HealthRow = Omit<SourceHealth, 'budgetLeft'> & { budget: number; budgetAtMs: number; requestBurst: number };

/** Sources: their request budgets and their health, shared by all workers. */
export class SourceRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Creates or updates sources as a worker's configuration declares them; a used budget stays used. Where workers differ,
   * the {@link heartbeat} of one that polls a source overrides a declaration as off.
   */
  async declare(sources: readonly DeclaredSource[], nowMs: number): Promise<void> {
    await this.sql.query(
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

  /** Records that a worker polls sources, and the hosts that it holds back. */
  async heartbeat(
    sources: readonly { readonly id: string; readonly heldBack: readonly HeldBackHost[] }[],
    nowMs: number,
  ): Promise<void> {
    await this.sql.query(
      `WITH locked AS (SELECT id FROM sources WHERE id = ANY ($3) ORDER BY id FOR NO KEY UPDATE)
       UPDATE sources SET held_back = n."heldBack", seen_at = to_timestamp($2::float8 / 1000), off_reason = NULL
       FROM locked JOIN json_to_recordset($1::json) AS n (id text, "heldBack" jsonb) USING (id)
       WHERE sources.id = locked.id`,
      [JSON.stringify(sources), nowMs, sources.map(({ id }) => id)],
    );
  }

  /** The budgets of sources, locked until the end of the transaction. */
  lockBudgets(ids: readonly string[]): Promise<BudgetRow[]> {
    return this.sql.query<BudgetRow>(
      `SELECT id, budget AS left, (extract(epoch FROM budget_at) * 1000)::float8 AS "atMs",
              requests_per_minute AS "perMinute", request_burst AS burst
       FROM sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
      [ids],
    );
  }

  /** Takes one request per leased poll from the locked budgets. */
  async holdRequests(budgets: readonly BudgetRow[], leased: readonly LeasedPoll[], nowMs: number): Promise<void> {
    const held = budgets.flatMap((budget) => {
      const polls = leased.filter(({ source }) => source === budget.id).length;
      if (polls === 0) return [];
      const atMs = isAhead(budget, nowMs) ? nowMs : Math.max(budget.atMs, nowMs);
      return [{ id: budget.id, left: leftAt(budget, nowMs) - polls, atMs }];
    });
    await this.sql.query(
      `UPDATE sources SET budget = b.budget, budget_at = to_timestamp(b.at_ms / 1000)
       FROM unnest($1::text[], $2::float8[], $3::float8[]) AS b (id, budget, at_ms) WHERE sources.id = b.id`,
      [held.map(({ id }) => id), held.map(({ left }) => left), held.map(({ atMs }) => atMs)],
    );
  }

  /** Records success and failure of polls at their sources, and the requests beyond those that their leases held. */
  async recordOutcomes(outcomes: readonly PollOutcome[], nowMs: number): Promise<void> {
    const ends = endsBySource(outcomes);
    const ids = ends.map(({ id }) => id);
    await this.sql.query('SELECT FROM sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
    await this.sql.query(
      `UPDATE sources AS s
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

function endsBySource(outcomes: readonly PollOutcome[]): SourceEnd[] {
  const ends = new Map<string, SourceEnd>();
  for (const outcome of outcomes) {
    const end = ends.get(outcome.source) ?? { id: outcome.source, extra: 0, answered: false };
    end.extra += outcome.requests - 1;
    if (outcome.kind === 'answered') end.answered = true;
    else if (outcome.kind === 'failed') {
      end.kind = outcome.failureKind;
      end.failure = storableMessage(`${outcome.dropId}: ${outcome.message}`);
    }
    ends.set(outcome.source, end);
  }
  return [...ends.values()];
}

const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

const READ_HEALTH = `
  SELECT s.id, s.off_reason AS "offReason", polls.*, failing.failures, ${epochMs('s.answered_at')} AS "answeredAtMs",
         ${epochMs('s.failed_at')} AS "failedAtMs", s.failure_kind AS "failureKind", s.failure, s.budget,
         ${epochMs('s.budget_at')} AS "budgetAtMs", s.requests_per_minute AS "requestsPerMinute",
         s.request_burst AS "requestBurst", s.held_back AS "heldBack", ${epochMs('s.seen_at')} AS "seenAtMs"
  FROM sources AS s CROSS JOIN LATERAL (
    SELECT count(*)::int AS drops, (count(*) FILTER (WHERE due_at <= to_timestamp($1::float8 / 1000)))::int AS due,
           (count(*) FILTER (WHERE failures > 0))::int AS failing,
           (extract(epoch FROM min(due_at) FILTER (WHERE failures > 0)) * 1000)::float8 AS "retryAtMs",
           greatest(0, coalesce($1::float8 - ${epochMs('min(due_at)')}, 0)) AS "lagMs"
    FROM polls WHERE source = s.id
  ) AS polls CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(last), '[]') AS failures FROM (
      SELECT drop_id AS "dropId", failure_kind AS kind FROM polls
      WHERE source = s.id AND failures > 0 ORDER BY failed_at DESC, drop_id LIMIT 3
    ) AS last
  ) AS failing
  ORDER BY s.id`;
