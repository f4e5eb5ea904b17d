import { TaskLimit } from '@droptrack/resilience';
import type { DuePage } from './page-cache';

/** Renders of a lane: few at a time, as each holds the responses of the API that it needs, and the heap is small. */
const LANE = { concurrentMax: 4, pendingMax: 204, waitMsMax: 3_000 } as const;
/** Rejection of a render while as many wait as may. */
const BUSY = new Error('Too many pages wait');

/** Reason for which a page was not rendered: as many wait as may, or its turn has not come in time. */
export type NotRendered = 'busy' | 'late';

/**
 * Renders of pages in turn, each of which waits for the API. Pages that were rendered before have a lane of their own: their
 * data are at hand if the API hangs, so that they never wait behind pages that have none.
 */
export class RenderQueue {
  readonly #known = new TaskLimit(LANE, () => BUSY);
  readonly #unknown = new TaskLimit(LANE, () => BUSY);

  /** @param after - calls a function after a time in milliseconds, unless the returned function is called before. */
  constructor(private readonly after: (ms: number, run: () => void) => () => void) {}

  /** Result of `render` in its turn, unless all visitors have left or waited too long. @throws as `render`. */
  run<T>({ isKnown, begin }: DuePage, render: () => Promise<T>): Promise<T | NotRendered> {
    const lane = isKnown ? this.#known : this.#unknown;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = this.after(LANE.waitMsMax, () => {
        isLate = true;
        resolve('late');
      });
      const turn = lane.run<T | NotRendered>(() => {
        cancel();
        return !isLate && begin() ? render() : Promise.resolve('late');
      });
      turn
        .catch((error: unknown) => {
          cancel();
          if (error === BUSY) return 'busy' as const;
          throw error;
        })
        .then(resolve, reject);
    });
  }
}
