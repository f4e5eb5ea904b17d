import type { NewReading } from '../readings/reading';
import type { ClaimedPoll } from './claim';

/** How a poll ended. */
export type PollOutcome = PollEnd & (PollAnswered | PollFailed | PollHeldBack);

interface PollEnd extends Pick<ClaimedPoll, 'dropId' | 'source' | 'claim'> {
  /** That went out; one was held when the poll was claimed. */
  readonly requests: number;
  /** By the clock that dated its readings, milliseconds since the epoch. */
  readonly endedAtMs: number;
  /** When the source is asked about the drop next, milliseconds since the epoch. */
  readonly nextDueMs: number;
}

interface PollAnswered {
  readonly kind: 'answered';
  /** May be empty: the source has no figure. */
  readonly readings: readonly Pick<NewReading, 'signal' | 'value' | 'observedAtMs'>[];
  /** For the next poll, as JSON. */
  readonly memory: unknown;
}

interface PollFailed {
  readonly kind: 'failed';
  readonly failureKind: string;
  /** For the operator: names no key and no wallet. */
  readonly message: string;
}

/** It was not made, as its host is left alone for a while: neither an answer nor a failure of the source. */
interface PollHeldBack {
  readonly kind: 'held_back';
}
