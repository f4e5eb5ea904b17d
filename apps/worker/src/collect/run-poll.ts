import {
  type Connector,
  createSourceHttp,
  type HostGates,
  type Json,
  SourceError,
  SourceQueryError,
} from '@droptrack/connectors';
import type { LeasedPoll, PollOutcome } from '@droptrack/persistence';
import type { Dispatcher } from 'undici';
import type { Clocks } from '../clocks';
import { kindOf } from '../log/trouble-log';
import { afterAnswer, afterFailure } from './next-poll';

export interface PollDeps {
  readonly connector: Connector;
  readonly hosts: HostGates;
  readonly dispatcher: Dispatcher;
  readonly clocks: Clocks;
  readonly random: () => number;
  /** The worker stops. */
  readonly stopping: AbortSignal;
}

/** What a poll may leave for the next one, in characters of JSON. */
const MEMORY_LENGTH_MAX = 256 * 1024;
/** These do not mend themselves by being tried again soon: somebody has to change a file or a key. */
const LASTING_KINDS: ReadonlySet<string> = new Set(['query', 'not_found', 'unauthorized']);
/** Half of a character, or none: PostgreSQL takes neither. */
const NO_TEXT = /\\u(?:0000|d[89a-f])/;

/** How a poll ended, with the error where it was one that nobody foresaw. */
export interface PollEnd {
  readonly outcome: PollOutcome;
  readonly bug: unknown;
}

/**
 * Asks a source about one drop, within the time that the source has for it.
 *
 * @returns null when the worker stopped meanwhile: then nothing was found out.
 */
export async function runPoll(poll: LeasedPoll, deps: PollDeps): Promise<PollEnd | null> {
  const { connector, clocks, random, stopping } = deps;
  const { intervalMs } = connector.limits;
  const asked = { requests: 0 };
  const end = (endedAtMs: number) => ({
    dropId: poll.dropId,
    source: poll.source,
    lease: poll.lease,
    endedAtMs,
    ...asked,
  });
  try {
    const { readings, memory } = await collect(poll, deps, asked);
    const nowMs = clocks.now();
    const nextDueMs = afterAnswer(poll.dropId, poll.source, intervalMs, nowMs);
    return { outcome: { ...end(nowMs), nextDueMs, kind: 'answered', readings, memory }, bug: null };
  } catch (error) {
    if (stopping.aborted) return null;
    const nowMs = clocks.now();
    const { kind, message, retryAfterMs, isBug } = explain(error);
    const isHeldBack = asked.requests === 0 && (kind === 'down' || kind === 'rate_limited');
    const failures = LASTING_KINDS.has(kind) ? Infinity : isHeldBack ? 1 : poll.failures + 1;
    const nextDueMs = afterFailure({ failures, retryAfterMs, intervalMs }, nowMs, random);
    if (isHeldBack) return { outcome: { ...end(nowMs), nextDueMs, kind: 'held_back' }, bug: null };
    return {
      outcome: { ...end(nowMs), nextDueMs, kind: 'failed', failureKind: kind, message },
      bug: isBug ? error : null,
    };
  }
}

async function collect(poll: LeasedPoll, deps: PollDeps, asked: { requests: number }) {
  const { connector, hosts, dispatcher, clocks, stopping } = deps;
  const { pollTimeoutMs } = connector.limits;
  const query = connector.parseQuery(poll.query);
  const pollEnd = new AbortController();
  // Not AbortSignal.any: a signal that lives as long as the worker would keep what it was made of for each poll.
  const end = (): void => pollEnd.abort();
  stopping.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, pollTimeoutMs);
  const onRequest = (): void => void (asked.requests += 1);
  const http = createSourceHttp({ hosts, signal: pollEnd.signal, nowMs: clocks.now, dispatcher, onRequest });
  const tooLate = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new SourceError('timeout', `no answer within ${pollTimeoutMs / 1_000} s`));
    pollEnd.signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    if (stopping.aborted) end();
    const work = async () => connector.collect({ query, memory: poll.memory as Json, http, nowMs: clocks.now() });
    const { readings, memory } = await Promise.race([tooLate, work()]);
    return { readings, memory: fitting(memory) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    // Whatever is still under way for this poll ends with it; of what it says then nobody hears.
    tooLate.catch(() => undefined);
    end();
  }
}

/** A memory that cannot be kept is none: the next poll begins anew. */
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
    return { kind: 'query', message: `what its file states ${error.message}`, retryAfterMs: null, isBug: false };
  }
  return { kind: 'internal', message: `an error of our own: ${kindOf(error)}`, retryAfterMs: null, isBug: true };
}
