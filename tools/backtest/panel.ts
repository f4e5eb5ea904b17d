import type { SignalId } from '@droptrack/scoring';
import type { Day, Days } from './data/days';

/** A project, and what was read of it day by day. */
export interface Project {
  readonly id: string;
  /** A signal that is not here cannot be had of the project. */
  readonly signals: Readonly<Partial<Record<SignalId, Days>>>;
  /** What is to be foretold. */
  readonly target: Days;
}

/** Projects that are compared with each other, over the same days. */
export interface Panel {
  readonly projects: readonly Project[];
  /** First and last day with data, inclusive. */
  readonly firstDay: Day;
  readonly lastDay: Day;
}
