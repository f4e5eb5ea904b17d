import { ClaimFollower, type ClaimUrls, urlsFor } from '@droptrack/claims';
import type { FollowedDistributor, LedgerPage } from '@droptrack/distributors';
import { ClaimLedgerRepository, CLAIM_SOURCE, type Database, type LeasedTask } from '@droptrack/persistence';
import {
  createSourceHttp,
  type HostBreakers,
  type Json,
  Pacer,
  type PollLimits,
  sleep,
  SourceError,
} from '@droptrack/sources';
import { hostsOfSource } from '../log/source-hosts';
import { afterResponse, FIRST_WAIT_MS, type PollDeps, storable } from './poll-source';
import type { TaskRun, TaskSource, TaskSuccess } from './task-source';

export interface ClaimDeps extends PollDeps, ClaimUrls {
  readonly db: Database;
}

/** A reading takes up to 200 requests and 40 s; the next one continues it. */
export const CLAIM_LIMITS: PollLimits = {
  intervalMs: 5 * 60_000,
  timeoutMs: 120_000,
  // The claims of a run are held in memory.
  concurrency: 2,
  requestsPerMinute: 600,
  requestBurst: 100,
};
/** Time until a reading is continued, and until one that a failure ended is, in milliseconds. */
const [CONTINUE_AFTER_MS, RETRY_AFTER_MS] = [10_000, 60_000];
/** Time until a drop is looked at again whose chains have no node, in milliseconds. */
const WITHOUT_NODE_MS = 3_600_000;

/** Follows the claims of the distributors of drops, those of one drop in each run. */
export function claimSource(deps: ClaimDeps): TaskSource {
  const hosts = hostsOfSource(deps, { source: CLAIM_SOURCE });
  return {
    kind: 'poll',
    id: CLAIM_SOURCE,
    limits: { ...CLAIM_LIMITS, tasksPerRun: 1, backoff: { firstMs: FIRST_WAIT_MS, maxMs: 3_600_000 } },
    hosts,
    run: (run) => Promise.all(run.tasks.map((task) => follow(task, run, { ...deps, hosts }))),
    close: async () => undefined,
  };
}

interface FollowDeps extends ClaimDeps {
  readonly hosts: HostBreakers;
}

async function follow(task: LeasedTask, run: TaskRun, deps: FollowDeps): Promise<TaskSuccess | SourceError> {
  const { hosts, clock, dispatcher, rpcUrls, solanaRpcUrls = new Map() } = deps;
  const nowMs = () => clock.now();
  const all = task.query as readonly FollowedDistributor[];
  const distributors = all.filter((each) => urlsFor(each, deps).has(each.rpc));
  // An operator has nodes of some chains; the drops of the others are no failure.
  if (distributors.length === 0) return { result: {}, memory: null, nextDueMs: nowMs() + WITHOUT_NODE_MS };
  const { signal, onRequest, startedAtMs } = run;
  const pacer = new Pacer(CLAIM_LIMITS.requestsPerMinute, { monotonicMs: () => performance.now(), sleep });
  const follower = new ClaimFollower({
    http: createSourceHttp({ hosts, signal, nowMs, dispatcher, onRequest }),
    ...{ rpcUrls, solanaRpcUrls, nowMs: startedAtMs, state: task.memory, pace: () => pacer.wait(signal) },
  });
  const { pages, failure } = await readPages(task.subject, distributors, { follower, db: deps.db });
  // Without a page there is nothing to store beside the failure.
  if (failure !== null && pages.length === 0) return failure;
  const answer = { result: { claims: pages }, memory: storable(follower.state as Json) };
  const { progress } = follower;
  if (failure !== null) {
    const waitMs = Math.max(RETRY_AFTER_MS, failure.retryAfterMs ?? 0);
    return { ...answer, failure, nextDueMs: nowMs() + waitMs };
  }
  if (progress !== null) return { ...answer, nextDueMs: nowMs() + CONTINUE_AFTER_MS, progress };
  return { ...answer, nextDueMs: afterResponse(task.subject, CLAIM_SOURCE, CLAIM_LIMITS.intervalMs, nowMs()) };
}

/** Pages of the distributors of a drop, the one that was read longest ago first, and the first failure. */
async function readPages(
  dropId: string,
  distributors: readonly FollowedDistributor[],
  { follower, db }: { readonly follower: ClaimFollower; readonly db: Database },
) {
  const stored = await new ClaimLedgerRepository(db).positions(dropId);
  const longestAgoFirst = [...distributors].sort(
    (a, b) => (stored.get(a.list)?.readAtMs ?? 0) - (stored.get(b.list)?.readAtMs ?? 0),
  );
  const pages: LedgerPage[] = [];
  let failure: SourceError | null = null;
  for (const distributor of longestAgoFirst) {
    if (follower.isSpent) break;
    const read = await follower.read(distributor, stored.get(distributor.list) ?? null).catch(sourceError);
    if (read instanceof SourceError) failure ??= read;
    else if (read !== null) pages.push(read);
  }
  return { pages, failure: failure ?? follower.failure };
}

/** @throws any other error. */
function sourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  throw error;
}
