import { PRICE_LIMITS, SourceError, type TokenAnswer } from '@droptrack/connectors';
import type { LeasedPoll, PollOutcome } from '@droptrack/persistence';
import { afterFailure } from '../collect/run-poll';

/** Minute of the hour at which prices are observed, away from the full hour, at which all drops are recomputed. */
const OFFSET_MS = 20 * 60_000;

/**
 * Outcomes of polls that shared one request. Their next polls are due together again, so that they share the next one.
 *
 * @param answers - by token; a token without an answer was not asked for. Or the failure of the request.
 */
export function outcomesOf(
  polls: readonly LeasedPoll[],
  answers: ReadonlyMap<string, TokenAnswer> | SourceError,
  { requests, nowMs, random }: { readonly requests: number; readonly nowMs: number; readonly random: () => number },
): PollOutcome[] {
  const retryMs = retryAfter(polls, answers instanceof SourceError ? answers.retryAfterMs : null, nowMs, random);
  return polls.map(({ dropId, source, lease, query }, index) => {
    // The budget is charged with the requests that were sent: each lease holds one.
    const end = { dropId, source, lease, requests: index === 0 ? requests : 0, endedAtMs: nowMs };
    const answer = answers instanceof SourceError ? answers : (answers.get(String(query)) ?? null);
    if (!(answer instanceof SourceError)) {
      return { ...end, nextDueMs: nextDueMs(nowMs), kind: 'answered', readings: [], memory: null };
    }
    if (requests === 0) return { ...end, nextDueMs: retryMs, kind: 'held_back' };
    return { ...end, nextDueMs: retryMs, kind: 'failed', failureKind: answer.kind, message: answer.message };
  });
}

/** The next common instant that is at least half an interval ahead. */
function nextDueMs(nowMs: number): number {
  const { intervalMs } = PRICE_LIMITS;
  return Math.ceil((nowMs + intervalMs / 2 - OFFSET_MS) / intervalMs) * intervalMs + OFFSET_MS;
}

function retryAfter(
  polls: readonly LeasedPoll[],
  retryAfterMs: number | null,
  nowMs: number,
  random: () => number,
): number {
  const failures = 1 + Math.max(...polls.map((poll) => poll.failures));
  return afterFailure({ failures, retryAfterMs, intervalMs: PRICE_LIMITS.intervalMs }, nowMs, random);
}
