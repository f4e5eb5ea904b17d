import { SourceError, SourceQueryError, withinTime } from '@droptrack/sources';
import { CampaignListError } from '@droptrack/finders';
import { DatabaseUnavailableError, type LeasedTask, type TaskOutcome } from '@droptrack/persistence';
import { exponentialDelayMs } from '@droptrack/resilience';
import type { Clocks } from '../context';
import { errorKind } from '../log/failure-log';
import type { TaskLimits, TaskSource, TaskSuccess } from './task-source';

export interface RunDeps {
  readonly clock: Clocks;
  readonly random: () => number;
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal;
}

/** Failures that a retry cannot resolve: an operator has to change a file, a key, a plan or a place. */
const LASTING_KINDS: ReadonlySet<string> = new Set(['query', 'not_found', 'unauthorized', 'blocked', 'unable']);

/** Outcomes of a run, with the error if it was unexpected. */
export interface RunEnd {
  readonly outcomes: readonly TaskOutcome[];
  /** Progress of work that the next run continues; null for a run that is complete or failed. */
  readonly progress: string | null;
  readonly bug: unknown;
}

/**
 * Runs tasks of a source once, within its timeout. Tasks that failed are due again together.
 *
 * @returns null when the worker stopped before the end, or the database went away: the run is repeated.
 */
export async function runTasks(
  source: TaskSource,
  tasks: readonly LeasedTask[],
  { clock, random, stopping }: RunDeps,
): Promise<RunEnd | null> {
  const startedAtMs = clock.now();
  const [sent, jitter] = [{ requests: 0 }, random()];
  const onRequest = (): void => void (sent.requests += 1);
  const outcomeOf = (task: LeasedTask, index: number, answer: TaskSuccess | Failure): TaskOutcome => {
    const { kind, source: id, subject, lease } = task;
    // The budget is charged with the requests that were sent: each lease of a poll holds one.
    const requests = index === 0 ? sent.requests : 0;
    const end = { kind, source: id, subject, lease, requests, startedAtMs, endedAtMs: clock.now() };
    if ('result' in answer) {
      const { failure, ...answered } = answer;
      return failure === undefined
        ? { ...end, ...answered, end: 'answered' }
        : { ...end, ...failedIn(answer, failure) };
    }
    const isHeldBack = sent.requests === 0 && (answer.kind === 'down' || answer.kind === 'rate_limited');
    const before = Math.max(...tasks.map((each) => each.failures));
    const failures = LASTING_KINDS.has(answer.kind) ? Infinity : isHeldBack ? 1 : before + 1;
    const wait = { failures, retryAfterMs: answer.retryAfterMs, backoff: source.limits.backoff };
    const nextDueMs = afterFailure(wait, end.endedAtMs, () => jitter);
    if (isHeldBack) return { ...end, nextDueMs, end: 'held_back' };
    return { ...end, nextDueMs, end: 'failed', failureKind: answer.kind, message: answer.message };
  };
  try {
    const { timeoutMs } = source.limits;
    const answers = await withinTime({ timeoutMs, stopping }, (signal) =>
      source.run({ tasks, startedAtMs, signal, onRequest }),
    );
    const outcomes = tasks.map((task, index) => {
      const answer = answers[index] ?? new SourceError('wrong_shape', 'no result');
      return outcomeOf(task, index, answer instanceof SourceError ? explain(answer) : answer);
    });
    const [progress] = answers.flatMap((answer) => ('progress' in answer ? [answer.progress] : []));
    return { outcomes, progress: progress ?? null, bug: null };
  } catch (error) {
    if (stopping.aborted || error instanceof DatabaseUnavailableError) return null;
    const failure = explain(error);
    const outcomes = tasks.map((task, index) => outcomeOf(task, index, failure));
    return { outcomes, progress: null, bug: failure.isBug ? error : null };
  }
}

/** End of a run that stores a part of its result. */
function failedIn({ result, nextDueMs }: TaskSuccess, { kind, message }: SourceError) {
  return { result, nextDueMs, end: 'failed', failureKind: kind, message } as const;
}

interface Failure {
  readonly kind: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
  readonly isBug: boolean;
}

function explain(error: unknown): Failure {
  const known = { retryAfterMs: null, isBug: false };
  if (error instanceof SourceError) {
    const { kind, message, retryAfterMs } = error;
    return { kind, message, retryAfterMs, isBug: false };
  }
  if (error instanceof SourceQueryError) return { ...known, kind: 'query', message: `its query ${error.message}` };
  if (error instanceof CampaignListError) return { ...known, kind: error.kind, message: error.message };
  return { ...known, kind: 'internal', message: `an error of our own: ${errorKind(error)}`, isBug: true };
}

/**
 * Start of the next run after a failure: exponential backoff with jitter over the second half of the wait, and not before
 * `Retry-After`.
 *
 * @param failures - consecutive failures, including this one.
 * @param retryAfterMs - wait that the source requested; null without one.
 */
export function afterFailure(
  {
    failures,
    retryAfterMs,
    backoff,
  }: { failures: number; retryAfterMs: number | null; backoff: TaskLimits['backoff'] },
  nowMs: number,
  random: () => number,
): number {
  const delayMs = exponentialDelayMs(backoff, failures - 1, random);
  return Math.round(nowMs + Math.max(delayMs, (retryAfterMs ?? 0) * (1 + random() / 10)));
}
