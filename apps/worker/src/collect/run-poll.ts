import {
  type Connector,
  createSourceHttp,
  type HostBreakers,
  type Json,
  SourceError,
  SourceQueryError,
} from '@droptrack/connectors';
import type { LeasedPoll, PollOutcome } from '@droptrack/persistence';
import { exponentialDelayMs } from '@droptrack/resilience';
import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Clocks } from '../context';
import { errorKind } from '../log/failure-log';

export interface PollDeps {
  readonly connector: Connector;
  readonly hosts: HostBreakers;
  readonly dispatcher: Dispatcher;
  readonly clock: Clocks;
  readonly random: () => number;
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal;
}

/** Maximum size of the state that a poll keeps for the next one, in characters of JSON. */
const MEMORY_LENGTH_MAX = 256 * 1024;
/** Failures that a retry cannot resolve: an operator has to change a file or a key. */
const LASTING_KINDS: ReadonlySet<string> = new Set(['query', 'not_found', 'unauthorized']);
/** Lone surrogates and NUL, which PostgreSQL rejects. */
const NO_TEXT = /\\u(?:0000|d[89a-f])/;

/** Outcome of a poll, with the error if it was unexpected. */
export interface PollEnd {
  readonly outcome: PollOutcome;
  readonly bug: unknown;
}

/**
 * Polls a source about one drop, within the timeout of the source.
 *
 * @returns null when the worker stopped before the end.
 */
export async function runPoll(poll: LeasedPoll, deps: PollDeps): Promise<PollEnd | null> {
  const { connector, clock, random, stopping } = deps;
  const { intervalMs } = connector.limits;
  const sent = { requests: 0 };
  const end = (endedAtMs: number) => ({
    dropId: poll.dropId,
    source: poll.source,
    lease: poll.lease,
    endedAtMs,
    ...sent,
  });
  try {
    const { readings, memory } = await collect(poll, deps, sent);
    const nowMs = clock.now();
    const nextDueMs = afterResponse(poll.dropId, poll.source, intervalMs, nowMs);
    return { outcome: { ...end(nowMs), nextDueMs, kind: 'answered', readings, memory }, bug: null };
  } catch (error) {
    if (stopping.aborted) return null;
    const nowMs = clock.now();
    const { kind, message, retryAfterMs, isBug } = explain(error);
    const isHeldBack = sent.requests === 0 && (kind === 'down' || kind === 'rate_limited');
    const failures = LASTING_KINDS.has(kind) ? Infinity : isHeldBack ? 1 : poll.failures + 1;
    const nextDueMs = afterFailure({ failures, retryAfterMs, intervalMs }, nowMs, random);
    if (isHeldBack) return { outcome: { ...end(nowMs), nextDueMs, kind: 'held_back' }, bug: null };
    return {
      outcome: { ...end(nowMs), nextDueMs, kind: 'failed', failureKind: kind, message },
      bug: isBug ? error : null,
    };
  }
}

async function collect(poll: LeasedPoll, deps: PollDeps, sent: { requests: number }) {
  const { connector, hosts, dispatcher, clock, stopping } = deps;
  const { pollTimeoutMs } = connector.limits;
  const query = connector.parseQuery(poll.query);
  const pollEnd = new AbortController();
  // Not AbortSignal.any: the long-lived signal of the worker would retain a dependent signal per poll.
  const end = (): void => pollEnd.abort();
  stopping.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, pollTimeoutMs);
  const onRequest = (): void => void (sent.requests += 1);
  const http = createSourceHttp({ hosts, signal: pollEnd.signal, nowMs: () => clock.now(), dispatcher, onRequest });
  const tooLate = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new SourceError('timeout', `no response within ${pollTimeoutMs / 1_000} s`));
    pollEnd.signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    if (stopping.aborted) end();
    const work = async () => connector.collect({ query, memory: poll.memory as Json, http, nowMs: clock.now() });
    const { readings, memory } = await Promise.race([tooLate, work()]);
    return { readings, memory: fitting(memory) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    // Aborts what is still running for this poll; its later errors are ignored.
    tooLate.catch(() => undefined);
    end();
  }
}

/** State that can be stored; null otherwise, so that the next poll starts without state. */
function fitting(memory: Json): Json {
  const text = JSON.stringify(memory);
  return text.length > MEMORY_LENGTH_MAX || NO_TEXT.test(text) ? null : memory;
}

function explain(error: unknown) {
  if (error instanceof SourceError) {
    const { kind, message, retryAfterMs } = error;
    return { kind, message, retryAfterMs, isBug: false };
  }
  if (error instanceof SourceQueryError) {
    return { kind: 'query', message: `its query ${error.message}`, retryAfterMs: null, isBug: false };
  }
  return { kind: 'internal', message: `an error of our own: ${errorKind(error)}`, retryAfterMs: null, isBug: true };
}

/** Wait after the first failure, in milliseconds. */
const FIRST_MS = 30_000;

/**
 * Start of the next poll after a success: at an offset of the drop within the interval, so that drops that were created
 * together are spread, from half to one and a half intervals ahead.
 *
 * @returns milliseconds since the epoch, as `nowMs`.
 */
export function afterResponse(dropId: string, source: string, intervalMs: number, nowMs: number): number {
  const offsetMs = Math.floor(offsetOf(dropId, source) * intervalMs);
  const earliestMs = nowMs + intervalMs / 2;
  return Math.ceil((earliestMs - offsetMs) / intervalMs) * intervalMs + offsetMs;
}

/**
 * Start of the next poll after a failure: exponential backoff up to the interval, with jitter over the second half of the
 * wait, and not before `Retry-After`.
 *
 * @param failures - consecutive failures, including this one.
 * @param retryAfterMs - wait that the source requested; null without one.
 */
export function afterFailure(
  { failures, retryAfterMs, intervalMs }: { failures: number; retryAfterMs: number | null; intervalMs: number },
  nowMs: number,
  random: () => number,
): number {
  const delayMs = exponentialDelayMs({ firstMs: FIRST_MS, maxMs: intervalMs }, failures - 1, random);
  return Math.round(nowMs + Math.max(delayMs, (retryAfterMs ?? 0) * (1 + random() / 10)));
}

/** From 0 to 1, the same for the same drop and source. */
function offsetOf(dropId: string, source: string): number {
  return createHash('sha256').update(`${source}/${dropId}`).digest().readUInt32BE() / 2 ** 32;
}
