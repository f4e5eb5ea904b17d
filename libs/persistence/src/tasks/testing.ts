import type { DropDefinition } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import type { Database } from '../database/database';
import { applyDefinitions } from '../drops/apply';
import { START_MS } from '../recompute/testing';
import { leaseTasks } from './task.repository';
import { SourceRepository } from './source.repository';
import { type LeasedTask, TASK_LEASE, type TaskOutcome, type TaskResult } from './task';

export const MINUTE_MS = 60_000;
export const LEASE_MS: number = TASK_LEASE.ms;

const endOf = ({ kind, source, subject, lease }: LeasedTask, nowMs: number, nextDueMs: number | null) => ({
  ...{ kind, source, subject, lease, startedAtMs: nowMs, endedAtMs: nowMs, nextDueMs },
  requests: 1,
});
export const answeredWith = (
  task: LeasedTask,
  result: TaskResult,
  nowMs: number,
  { requests = 1, nextDueMs = (nowMs + 60 * MINUTE_MS) as number | null } = {},
): TaskOutcome => ({
  ...endOf(task, nowMs, nextDueMs),
  requests,
  end: 'answered',
  result,
  memory: { etag: 'a' },
});
export const answered = (
  task: LeasedTask,
  value: number,
  nowMs: number,
  over: { requests?: number } = {},
): TaskOutcome => answeredWith(task, { readings: [{ signal: 'tvl_usd', value, observedAtMs: nowMs }] }, nowMs, over);
export const failed = (
  task: LeasedTask,
  nowMs: number,
  failureKind = 'timeout',
  message = 'api.llama.fi took longer than 10 s',
): TaskOutcome => ({ ...endOf(task, nowMs, nowMs + MINUTE_MS), end: 'failed', failureKind, message });
export const heldBack = (task: LeasedTask, nowMs: number): TaskOutcome => ({
  ...endOf(task, nowMs, nowMs + MINUTE_MS),
  requests: 0,
  end: 'held_back',
});

export const drop = (id: string, sources: DropDefinition['sources']) => dropDefinition({ id, sources });

/** Calls of tests about the polls of one source, in the database of the current test. */
export const pollCalls = (db: () => Database) => ({
  apply: (definitions: readonly DropDefinition[], nowMs = START_MS) =>
    applyDefinitions(db(), { origin: 'catalogue', definitions, prune: true, nowMs }),
  declare: ({ burst = 1_000, perMinute = 60, offReason = null as string | null } = {}) =>
    new SourceRepository(db()).declare(
      [{ kind: 'poll', id: 'defillama', offReason, requestsPerMinute: perMinute, requestBurst: burst }],
      START_MS,
    ),
  lease: (nowMs = START_MS, tasks = 100) => leaseTasks(db(), [{ kind: 'poll', source: 'defillama', tasks }], nowMs),
  count: async (what: string) => {
    const [row] = await db().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
    return row!.n;
  },
});
