import type { FinderId, Sighting } from '@droptrack/discovery';
import type { LedgerPage } from '@droptrack/distributors';
import type { NewObservation } from '../market/observation';
import type { NewReading } from '../readings/reading';
import type { ListResult } from '../discovery/campaign-lists';

/** Kinds of tasks: a poll of a source about a drop, a run of a finder, and a check of the list of a campaign. */
export type TaskKind = 'poll' | 'find' | 'list';

/** Source of prices of tokens; not a source of signals, so no catalogue file names it. Its query is a CAIP-19 id. */
export const PRICE_SOURCE = 'prices';
/** Source of the claims that distributors state; its query is a list of `FollowedDistributor`s. */
export const CLAIM_SOURCE = 'claims';
/** Source of all checks of lists. */
export const LIST_SOURCE = 'campaign-lists';
/** Source of a finder, by its id. */
export const finderSource = (finderId: string): string => `finder/${finderId}`;

/**
 * Duration of a lease, and interval of its renewals, in milliseconds. A run can take minutes; a process that was killed must not
 * lock its task that long.
 */
export const TASK_LEASE = { ms: 20_000, renewMs: 5_000 } as const;

/** A task that this process owns until its lease ends. */
export interface LeasedTask {
  readonly kind: TaskKind;
  readonly source: string;
  /** Id of a drop; empty for a finder; CAIP-10 account of a campaign. */
  readonly subject: string;
  /** Query from the definition of the drop; the campaign of a list. */
  readonly query: unknown;
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

export type TaskLease = Pick<LeasedTask, 'source' | 'subject' | 'lease'>;

/** Number of tasks of a source that a process can start now. */
export interface Capacity {
  readonly kind: TaskKind;
  readonly source: string;
  readonly tasks: number;
}

/** Results of a run that are stored with its outcome. */
export interface TaskResult {
  readonly readings?: readonly Pick<NewReading, 'signal' | 'value' | 'observedAtMs'>[];
  readonly observations?: readonly NewObservation[];
  readonly found?: {
    readonly source: FinderId;
    readonly sightings: readonly Sighting[];
    /** External ids of sightings that the source no longer has. */
    readonly gone: readonly string[];
  };
  readonly list?: ListResult;
  /** Pages of ledgers, at most one of each contract. */
  readonly claims?: readonly LedgerPage[];
}

/** Outcome of a run. */
export type TaskOutcome = TaskEnd & (TaskAnswered | TaskFailed | TaskHeldBack);

interface TaskEnd extends TaskLease, Pick<LeasedTask, 'kind'> {
  /** Requests that were sent; the lease of a poll holds one of the source's budget. */
  readonly requests: number;
  /** By the clock that dated its result, milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Start of the next run, milliseconds since the epoch; null for none. */
  readonly nextDueMs: number | null;
}

interface TaskAnswered {
  readonly end: 'answered';
  /** Empty when the source has nothing about the subject. */
  readonly result: TaskResult;
  /** State for the next run, as JSON. */
  readonly memory: unknown;
}

interface TaskFailed {
  readonly end: 'failed';
  /** Pages of ledgers that were read before the failure. */
  readonly result?: Pick<TaskResult, 'claims'>;
  readonly failureKind: string;
  /** For the operator; contains no key and no wallet. Stored without control characters, up to 500 characters. */
  readonly message: string;
}

/** No request was sent because the circuit breaker of the host is open: neither a success nor a failure of the source. */
interface TaskHeldBack {
  readonly end: 'held_back';
}

const MESSAGE_LENGTH_MAX = 500;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

/** A message without control characters, which PostgreSQL or a terminal would reject: it may quote a source. */
export const storableMessage = (message: string): string =>
  message.slice(0, MESSAGE_LENGTH_MAX).replace(CONTROL_CHARACTERS, ' ');
