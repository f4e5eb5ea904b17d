import type { SignalId } from '@droptrack/scoring';
import type { Day, Days } from './data/days';

/** A project with its daily figures. */
export interface Project {
  readonly id: string;
  /** An absent signal is not applicable to the project. */
  readonly signals: Readonly<Partial<Record<SignalId, Days>>>;
  /** The figure to predict. */
  readonly target: Days;
}

/** Projects that are compared with each other, over the same days. */
export interface Panel {
  readonly projects: readonly Project[];
  /** First and last day with data, inclusive. */
  readonly firstDay: Day;
  readonly lastDay: Day;
}
