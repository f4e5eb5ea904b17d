import type { Database, Sql } from '../database/database';
import { type Budget, isAhead, leftAt } from './budget';

/** A poll that is ours until its lease ends. */
export interface ClaimedPoll {
  readonly dropId: string;
  readonly source: string;
  /** What the drop's definition states below the source. */
  readonly query: unknown;
  /** What the last poll kept; null at first. */
  readonly memory: unknown;
  /** Tells this claim from any other of the same poll. */
  readonly claim: string;
  /** In a row, before this one. */
  readonly failures: number;
  /** Since when it was due, milliseconds since the epoch. */
  readonly dueMs: number;
}

/** How much of a source a worker could take on. */
export interface Capacity {
  readonly source: string;
  readonly polls: number;
  /** Nobody else takes a poll of this claim within this time, in milliseconds: longer than any poll takes. */
  readonly leaseMs: number;
}

type BudgetRow = Budget & { readonly id: string };

/**
 * Takes polls that are due, of each source the longest due first, as many as the worker has room for and the source's
 * budget allows: one request is held for each. Workers that claim at once wait for each other, a moment.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function claimPolls(db: Database, capacities: readonly Capacity[], nowMs: number): Promise<ClaimedPoll[]> {
  const open = capacities.filter(({ polls }) => polls > 0);
  if (open.length === 0 || !(await isAnyDue(db, open, nowMs))) return [];
  return db.transaction(async (sql) => {
    const budgets = await sql.query<BudgetRow>(
      `SELECT id, budget AS left, (extract(epoch FROM budget_at) * 1000)::float8 AS "atMs",
              requests_per_minute AS "perMinute", request_burst AS burst
       FROM sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
      [open.map(({ source }) => source)],
    );
    const left = new Map(budgets.map((budget) => [budget.id, leftAt(budget, nowMs)]));
    const room = open.flatMap((each) => {
      const polls = Math.min(each.polls, Math.floor(left.get(each.source) ?? 0));
      return polls > 0 ? [{ ...each, polls }] : [];
    });
    if (room.length === 0) return [];
    const claimed = await take(sql, room, nowMs);
    await hold(sql, budgets, claimed, nowMs);
    return claimed;
  });
}

async function isAnyDue(sql: Sql, open: readonly Capacity[], nowMs: number): Promise<boolean> {
  const [row] = await sql.query<{ due: boolean }>(
    `SELECT EXISTS (
       SELECT FROM unnest($1::text[]) AS s (id)
       WHERE EXISTS (SELECT FROM polls WHERE source = s.id AND due_at <= to_timestamp($2::float8 / 1000))
     ) AS due`,
    [open.map(({ source }) => source), nowMs],
  );
  return row?.due === true;
}

function take(sql: Sql, room: readonly Capacity[], nowMs: number): Promise<ClaimedPoll[]> {
  return sql.query<ClaimedPoll>(
    `WITH chosen AS MATERIALIZED (
       SELECT due.*, room.lease_ms FROM unnest($1::text[], $2::int[], $3::float8[]) AS room (source, polls, lease_ms)
       CROSS JOIN LATERAL (
         SELECT drop_id, source, due_at FROM polls
         WHERE source = room.source AND due_at <= to_timestamp($4::float8 / 1000)
         ORDER BY due_at LIMIT room.polls FOR NO KEY UPDATE SKIP LOCKED
       ) AS due
     )
     UPDATE polls AS p SET claims = p.claims + 1, due_at = to_timestamp(($4::float8 + chosen.lease_ms) / 1000)
     FROM chosen WHERE p.drop_id = chosen.drop_id AND p.source = chosen.source
     RETURNING p.drop_id AS "dropId", p.source, p.query, p.memory, p.claims::text AS claim, p.failures,
               (extract(epoch FROM chosen.due_at) * 1000)::float8 AS "dueMs"`,
    [room.map(({ source }) => source), room.map(({ polls }) => polls), room.map(({ leaseMs }) => leaseMs), nowMs],
  );
}

async function hold(
  sql: Sql,
  budgets: readonly BudgetRow[],
  claimed: readonly ClaimedPoll[],
  nowMs: number,
): Promise<void> {
  const held = budgets.flatMap((budget) => {
    const polls = claimed.filter(({ source }) => source === budget.id).length;
    if (polls === 0) return [];
    const atMs = isAhead(budget, nowMs) ? nowMs : Math.max(budget.atMs, nowMs);
    return [{ id: budget.id, left: leftAt(budget, nowMs) - polls, atMs }];
  });
  await sql.query(
    `UPDATE sources SET budget = b.budget, budget_at = to_timestamp(b.at_ms / 1000)
     FROM unnest($1::text[], $2::float8[], $3::float8[]) AS b (id, budget, at_ms) WHERE sources.id = b.id`,
    [held.map(({ id }) => id), held.map(({ left }) => left), held.map(({ atMs }) => atMs)],
  );
}
