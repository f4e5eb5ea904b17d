import { addMoments, type Database, turnIntoEvents } from '@droptrack/persistence';
import type { HypeThresholds } from '@droptrack/webhooks';
import type { Clocks } from '../clocks';
import { WokenLoop } from '../schedule/woken-loop';

export interface EventFeedDeps {
  readonly db: Database;
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Hype scores that are told; the same in all workers, as whoever is there first tells. */
  readonly thresholds: HypeThresholds;
  readonly onFailure: (job: string, error: unknown) => void;
  /** Told of what was turned: revisions that were read, events and deliveries that are new. */
  readonly onTurned: (report: { readonly events: number; readonly deliveries: number }) => void;
}

/** The log is looked at at least this often, in milliseconds. */
const LOOK_MS = 500;
/** What the clock brings about is looked for at least this often, in milliseconds; sooner where it is known when. */
const MOMENTS_LOOK_MS = 30_000;
/** And no more often than this: each change of the calendar may bring a moment closer. */
const MOMENTS_GAP_MS = 1_000;

/**
 * Turns what is new in the log into events and deliveries, as soon as it is there, and writes to the log what the clock
 * alone brings about. Several workers take turns; what one that dies had under way is done by the next.
 */
export class EventFeed {
  readonly #loop: WokenLoop;
  /** When moments are looked for next, milliseconds since the epoch: at the start at once, for what came in a downtime. */
  #momentsMs = -Infinity;
  /** When they were last looked for, monotonic. */
  #lookedMs = -Infinity;

  constructor(private readonly deps: EventFeedDeps) {
    const { clocks, random, onFailure } = deps;
    this.#loop = new WokenLoop({ name: 'event feed', round: () => this.#round(), clocks, random, onFailure });
  }

  start(): void {
    this.#loop.start();
  }

  /** The log may have grown. */
  wake(): void {
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round(): Promise<number> {
    const { db, clocks, thresholds, onTurned } = this.deps;
    const { revisions, isMore, ...report } = await turnIntoEvents(db, { nowMs: clocks.now(), thresholds });
    if (revisions > 0) {
      onTurned(report);
      // The calendar may have changed.
      this.#momentsMs = -Infinity;
    }
    if (isMore) return 0;
    const isTold = this.#areMomentsDue() && (await this.#tellMoments());
    return isTold ? 0 : LOOK_MS;
  }

  #areMomentsDue(): boolean {
    const { clocks } = this.deps;
    const sinceMs = clocks.monotonicMs() - this.#lookedMs;
    return sinceMs >= MOMENTS_LOOK_MS || (sinceMs >= MOMENTS_GAP_MS && clocks.now() >= this.#momentsMs);
  }

  /** @returns whether the log has grown by some. */
  async #tellMoments(): Promise<boolean> {
    const { db, clocks } = this.deps;
    const { moments, nextMs } = await addMoments(db, clocks.now());
    this.#lookedMs = clocks.monotonicMs();
    this.#momentsMs = nextMs ?? Infinity;
    return moments > 0;
  }
}
