import type { DropDefinition } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import type { Database } from '../database/database';
import { applyDefinitions } from '../drops/apply';
import { START_MS } from '../recompute/testing';
import { leasePolls } from './lease-polls';
import type { Capacity, LeasedPoll, PollOutcome } from './poll.repository';
import { SourceRepository } from './source.repository';

export const MINUTE_MS = 60_000;
export const LEASE_MS = 90_000;

export const answered = (
  poll: LeasedPoll,
  value: number,
  nowMs: number,
  over: Partial<PollOutcome> = {},
): PollOutcome =>
  ({
    ...poll,
    kind: 'answered',
    requests: 1,
    endedAtMs: nowMs,
    nextDueMs: nowMs + 60 * MINUTE_MS,
    readings: [{ signal: 'tvl_usd', value, observedAtMs: nowMs }],
    memory: { etag: 'a' },
    ...over,
  }) as PollOutcome;
export const failed = (poll: LeasedPoll, nowMs: number, failureKind = 'timeout'): PollOutcome => ({
  ...poll,
  kind: 'failed',
  requests: 1,
  endedAtMs: nowMs,
  nextDueMs: nowMs + MINUTE_MS,
  failureKind,
  message: 'api.llama.fi took longer than 10 s',
});
export const heldBack = (poll: LeasedPoll, nowMs: number): PollOutcome => ({
  ...poll,
  kind: 'held_back',
  requests: 0,
  endedAtMs: nowMs,
  nextDueMs: nowMs + MINUTE_MS,
});

export const drop = (id: string, sources: DropDefinition['sources']) => dropDefinition({ id, sources });
const room = (polls = 100): Capacity[] => [{ source: 'defillama', polls, leaseMs: LEASE_MS }];

/** Calls of tests about the polls of one source, in the database of the current test. */
export const pollCalls = (db: () => Database) => ({
  apply: (definitions: readonly DropDefinition[], nowMs = START_MS) =>
    applyDefinitions(db(), { origin: 'catalogue', definitions, prune: true, nowMs }),
  declare: ({ burst = 1_000, perMinute = 60, offReason = null as string | null } = {}) =>
    new SourceRepository(db()).declare(
      [{ id: 'defillama', offReason, requestsPerMinute: perMinute, requestBurst: burst }],
      START_MS,
    ),
  lease: (nowMs = START_MS, polls?: number) => leasePolls(db(), room(polls), nowMs),
  count: async (what: string) => {
    const [row] = await db().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
    return row!.n;
  },
});
