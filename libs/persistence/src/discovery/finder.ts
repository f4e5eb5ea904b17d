import type { HeldBackHost } from '../polls/source.repository';

/** A finder as the configuration of a worker declares it. */
export interface DeclaredFinder {
  /** Unique, up to 64 characters, such as `evm-campaigns/ethereum`; of a source without any finder: the id of the source. */
  readonly id: string;
  readonly source: string;
  /** Reason for which it is not run; null while it is. */
  readonly offReason: string | null;
}

/** A finder that this worker owns until its lease ends. */
export interface LeasedFinder {
  readonly id: string;
  readonly source: string;
  /** State that the last successful run kept for this one; null at first. */
  readonly memory: unknown;
  /** Start of the last successful run, milliseconds since the epoch; null at first. */
  readonly sinceMs: number | null;
  /** Number of the lease; it fences outcomes of expired leases. */
  readonly lease: string;
  /** Consecutive failures before this run. */
  readonly failures: number;
  /** Since when it was due, milliseconds since the epoch. */
  readonly dueMs: number;
}

/** Outcome of a run. */
export type FinderOutcome = FinderEnd & (FinderAnswered | FinderFailed | FinderHeldBack);

interface FinderEnd extends Pick<LeasedFinder, 'id' | 'lease'> {
  /** Start of the next run, milliseconds since the epoch. */
  readonly nextDueMs: number;
}

interface FinderAnswered {
  readonly kind: 'answered';
  /** State for the next run, as JSON. */
  readonly memory: unknown;
  /** Start of the run, milliseconds since the epoch. */
  readonly startedAtMs: number;
}

interface FinderFailed {
  readonly kind: 'failed';
  readonly failureKind: string;
  /** For the operator; contains no key. Stored without control characters, up to 500 characters. */
  readonly message: string;
}

/** No request was sent because the host is held back: neither a success nor a failure. */
interface FinderHeldBack {
  readonly kind: 'held_back';
}

/** Health of a finder, over all workers. Instants in milliseconds since the epoch; null: never. */
export interface FinderHealth {
  readonly id: string;
  readonly source: string;
  /** Null while a worker runs it. */
  readonly offReason: string | null;
  readonly isRunning: boolean;
  /** Time since it was due, in milliseconds; 0 before, and while it runs. */
  readonly lagMs: number;
  readonly dueAtMs: number;
  /** Consecutive. */
  readonly failures: number;
  readonly answeredAtMs: number | null;
  readonly failedAtMs: number | null;
  /** Of the last run; null if it succeeded. */
  readonly failureKind: string | null;
  readonly failure: string | null;
  readonly heldBack: readonly HeldBackHost[];
  /** Last heartbeat of a worker that runs it. */
  readonly seenAtMs: number;
}
