import type { LeasedPoll, PollOutcome } from './poll.repository';

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
