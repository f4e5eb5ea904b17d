import { createVettedAgent } from '@droptrack/egress';
import { type Finder, nextFinderRunMs, runWithinLimits } from '@droptrack/sources';
import { finderSource } from '@droptrack/persistence';
import type { Clocks, WorkerContext } from '../context';
import { hostsOfSource } from '../log/source-hosts';
import type { TaskSource } from './task-source';

/** Waits after failures, the maximum being that of finders that run more often, in milliseconds. */
const BACKOFF = { firstMs: 30_000, maxMs: 600_000 } as const;
/** Public addresses only; origins that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;

/** Runs of one finder, which is one task. */
export function findSource(
  finder: Finder,
  deps: Pick<WorkerContext, 'random' | 'logger'> & { readonly clock: Clocks },
): TaskSource {
  const { clock } = deps;
  const { source, limits, origins } = finder;
  const hosts = hostsOfSource(deps, { finder: finder.id });
  const dispatcher = createVettedAgent(PUBLIC_ONLY, { origins });
  return {
    kind: 'find',
    id: finderSource(finder.id),
    limits: {
      ...limits,
      concurrency: 1,
      tasksPerRun: 1,
      backoff: { firstMs: BACKOFF.firstMs, maxMs: Math.max(BACKOFF.maxMs, limits.intervalMs) },
    },
    hosts,
    run: ({ tasks, signal, startedAtMs: nowMs, onRequest }) =>
      Promise.all(
        tasks.map(async (task) => {
          const options = { hosts, dispatcher, clock, nowMs, signal, onRequest };
          const { memory, sightings, gone, progress } = await runWithinLimits(finder, task, options);
          const nextDueMs = nextFinderRunMs(finder, nowMs, clock.now());
          return {
            result: { found: { source, sightings, gone } },
            memory,
            nextDueMs,
            ...(progress !== undefined && { progress }),
          };
        }),
      ),
    close: () => dispatcher.destroy(),
  };
}
