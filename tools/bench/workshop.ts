import type { Plan } from './plan';
import type { Cores } from './process/cores';
import type { Undo } from './process/undo';

/** What every bench is given. */
export interface Workshop {
  readonly plan: Plan;
  /** Of the repository. */
  readonly root: string;
  /** Where the benches' own programs were built to. */
  readonly programs: string;
  /** A directory that is deleted at the end. */
  readonly scratch: string;
  /** Null where programs are not bound to processors. */
  readonly cores: Cores | null;
  readonly undo: Undo;
  /** Says what is going on, for people. */
  readonly progress: (line: string) => void;
}
