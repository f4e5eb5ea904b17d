import type { Plan } from './plan';
import type { Cores } from './process/cores';
import type { Cleanup } from './process/cleanup';

/** Settings and resources that every bench receives. */
export interface BenchContext {
  readonly plan: Plan;
  /** Root of the repository. */
  readonly root: string;
  /** Directory of the benches' own built programs. */
  readonly programs: string;
  /** A directory that is deleted at the end. */
  readonly scratch: string;
  /** Null where programs are not bound to processors. */
  readonly cores: Cores | null;
  readonly cleanup: Cleanup;
  /** Prints a line of progress. */
  readonly progress: (line: string) => void;
}
