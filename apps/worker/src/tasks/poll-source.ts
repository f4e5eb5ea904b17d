import { createHash } from 'node:crypto';
import { type Connector, createSourceHttp, type Json, memoryViolation } from '@droptrack/sources';
import type { LeasedTask } from '@droptrack/persistence';
import type { Dispatcher } from 'undici';
import type { Clocks, WorkerContext } from '../context';
import { hostsOfSource } from '../log/source-hosts';
import type { TaskRun, TaskSource, TaskSuccess } from './task-source';

export interface PollDeps extends Pick<WorkerContext, 'random' | 'logger'> {
  readonly clock: Clocks;
  /** Shared by all sources of polls, and closed by their owner. */
  readonly dispatcher: Dispatcher;
}

/** Wait after the first failure, in milliseconds. */
export const FIRST_WAIT_MS = 30_000;

/** Polls of one source about drops, one drop in each run. */
export function pollSource(connector: Connector, deps: PollDeps): TaskSource {
  const { id, limits } = connector;
  const { intervalMs } = limits;
  const hosts = hostsOfSource(deps, { source: id });
  const poll = async ({ query, memory, subject }: LeasedTask, run: TaskRun): Promise<TaskSuccess> => {
    const { clock, dispatcher } = deps;
    const { signal, onRequest, startedAtMs } = run;
    const parsed = connector.parseQuery(query);
    const http = createSourceHttp({ hosts, signal, nowMs: () => clock.now(), dispatcher, onRequest });
    const collected = await connector.read({ query: parsed, memory: memory as Json, http, nowMs: startedAtMs });
    const { readings, unfinished } = collected;
    const nowMs = clock.now();
    const success = { result: { readings }, memory: storable(collected.memory) };
    if (!unfinished) return { ...success, nextDueMs: afterResponse(subject, id, intervalMs, nowMs) };
    return { ...success, nextDueMs: nowMs + unfinished.continueAfterMs, progress: unfinished.progress };
  };
  return {
    kind: 'poll',
    id,
    limits: { ...limits, tasksPerRun: 1, backoff: { firstMs: FIRST_WAIT_MS, maxMs: intervalMs } },
    hosts,
    run: (run) => Promise.all(run.tasks.map((task) => poll(task, run))),
    close: async () => undefined,
  };
}

/** State that can be stored; null otherwise, so that the next poll starts without state. */
export const storable = (memory: Json): Json => (memoryViolation(memory) === null ? memory : null);

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

/** From 0 to 1, the same for the same drop and source. */
function offsetOf(dropId: string, source: string): number {
  return createHash('sha256').update(`${source}/${dropId}`).digest().readUInt32BE() / 2 ** 32;
}
