import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, finderSource, type LeasedTask, TASK_LEASE, TaskRepository } from '@droptrack/persistence';
import type { Output } from '../../../output/output';

/** Interval of attempts, in milliseconds. */
const POLL_MS = 500;

interface LeaseDeps {
  readonly now: () => Date;
  readonly output: Pick<Output, 'progress'>;
  /** Aborted when the operator interrupts the command. */
  readonly stopping: AbortSignal;
}

/**
 * Leases a finder for a run now. A process that runs it renews its lease; one that was killed does not, so the command waits
 * until that lease ends.
 *
 * @returns the reason for which it cannot be leased; null for a finder that no worker has declared.
 */
export async function leaseWhenFree(
  db: Database,
  id: string,
  { now, output, stopping }: LeaseDeps,
): Promise<LeasedTask | string | null> {
  const source = finderSource(id);
  const capacity = { kind: 'find', source, tasks: 1 } as const;
  let firstEndMs: number | null = null;
  for (;;) {
    const nowMs = now().getTime();
    const leased = await db.transaction((sql) => new TaskRepository(sql).leaseNow(capacity, nowMs));
    if (leased !== null) return leased;
    const endMs = await new TaskRepository(db).leaseEndMs(source);
    if (endMs === undefined) return null;
    firstEndMs ??= endMs;
    if (endMs !== null && firstEndMs !== null && endMs > firstEndMs) return RUNNING;
    // Of a worker of an earlier release, which does not renew its leases.
    if (endMs !== null && endMs > nowMs + TASK_LEASE.ms) return `${RUNNING}, until ${iso(endMs)} at the latest`;
    if (stopping.aborted) return 'interrupted';
    output.progress(`Waiting for ${id}: another process has leased it until ${iso(endMs ?? nowMs)}, if it still runs`);
    await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

const RUNNING = 'a worker or another `discover run` runs it now';

const iso = (ms: number): string => new Date(ms).toISOString();
