import { ClaimFollower, type FollowedState } from '@droptrack/claims';
import type { FollowedDistributor, LedgerPage } from '@droptrack/distributors';
import { ClaimLedgerRepository, CLAIM_SOURCE, type Database, type LeasedTask } from '@droptrack/persistence';
import { createSourceHttp, type Json, type PollLimits, SourceError } from '@droptrack/sources';
import { hostsOfSource } from '../log/source-hosts';
import { afterResponse, FIRST_WAIT_MS, type PollDeps, storable } from './poll-source';
import type { TaskRun, TaskSource, TaskSuccess } from './task-source';

export interface ClaimDeps extends PollDeps {
  readonly db: Database;
  /** JSON-RPC URLs by the names that catalogue files use as `rpc`. */
  readonly rpcUrls: ReadonlyMap<string, string>;
}

/** A reading takes up to 800 requests and 80 s; the next one continues it. */
export const CLAIM_LIMITS: PollLimits = {
  intervalMs: 5 * 60_000,
  timeoutMs: 120_000,
  // The claims of a run are held in memory.
  concurrency: 2,
  requestsPerMinute: 600,
  requestBurst: 100,
};
/** Time until a reading is continued, in milliseconds. */
const CONTINUE_AFTER_MS = 10_000;

/** Follows the claims of the distributors of drops, those of one drop in each run. */
export function claimSource(deps: ClaimDeps): TaskSource {
  const { db, clock, dispatcher, rpcUrls } = deps;
  const { intervalMs } = CLAIM_LIMITS;
  const hosts = hostsOfSource(deps, { source: CLAIM_SOURCE });
  const follow = async (task: LeasedTask, run: TaskRun): Promise<TaskSuccess | SourceError> => {
    const distributors = task.query as readonly FollowedDistributor[];
    const stored = await new ClaimLedgerRepository(db).positions(distributors.map(({ contract }) => contract));
    const http = createSourceHttp({
      ...{ hosts, signal: run.signal, nowMs: () => clock.now(), dispatcher, onRequest: run.onRequest },
    });
    const follower = new ClaimFollower({ http, rpcUrls, nowMs: run.startedAtMs, state: task.memory as FollowedState });
    const pages: LedgerPage[] = [];
    const failures: SourceError[] = [];
    for (const distributor of distributors) {
      const read = await follower.read(distributor, stored.get(distributor.contract) ?? null).catch(sourceError);
      if (read instanceof SourceError) failures.push(read);
      else if (read !== null) pages.push(read);
    }
    const [failure] = failures;
    // What the others state is stored; the failure is that of the run once none has anything.
    if (failure !== undefined && pages.length === 0) return failure;
    const answer = { result: { claims: pages }, memory: storable(follower.state as Json) };
    const { progress } = follower;
    const nowMs = clock.now();
    if (progress !== null) return { ...answer, nextDueMs: nowMs + CONTINUE_AFTER_MS, progress };
    return { ...answer, nextDueMs: afterResponse(task.subject, CLAIM_SOURCE, intervalMs, nowMs) };
  };
  return {
    kind: 'poll',
    id: CLAIM_SOURCE,
    limits: { ...CLAIM_LIMITS, tasksPerRun: 1, backoff: { firstMs: FIRST_WAIT_MS, maxMs: 3_600_000 } },
    hosts,
    run: (run) => Promise.all(run.tasks.map((task) => follow(task, run))),
    close: async () => undefined,
  };
}

/** @throws any other error. */
function sourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  throw error;
}
