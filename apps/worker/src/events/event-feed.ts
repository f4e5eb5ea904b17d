import {
  addMoments,
  type ClaimedDelivery,
  type Database,
  type TakeOptions,
  type TurnReport,
  turnIntoEvents,
} from '@droptrack/persistence';
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
  /** True while work may be begun; always when not given. */
  readonly mayWork?: () => boolean;
  /** How many of the deliveries of the next turn can be begun at once; 'soon' when it is worth waiting for a moment. */
  readonly offer: (isBehind: boolean) => TakeOptions | 'soon' | null;
  /** Begins what was made for the offer, be it nothing. `sinceMs`: since when it is ours, monotonic. */
  readonly take: (deliveries: readonly ClaimedDelivery[], sinceMs: number) => Promise<void>;
  /** Told of what was turned: revisions that were read, events and deliveries that are new. */
  readonly onTurned: (report: TurnReport) => void;
}

/** How long it waits for room at a time, in milliseconds: then deliveries wait where any worker can claim them. */
const WAIT_MS_MAX = 500;
/** Who has been behind the log for so long waits no more until it has told all, in milliseconds. */
const BEHIND_MS_MAX = 5_000;
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
  /** Since when there has been no room, monotonic; null while there is. After a vain wait it waits no more until then. */
  #waitsSinceMs: number | null = null;
  /** Since when the log has always had more than was told, monotonic; null when all has been told. */
  #behindSinceMs: number | null = null;

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

  /** There may be room for what is made anew. */
  roomFreed(): void {
    if (this.#waitsSinceMs !== null) this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round(): Promise<number> {
    const { db, clocks, thresholds, offer, take, onTurned, mayWork = () => true } = this.deps;
    if (!mayWork()) return LOOK_MS;
    const beganMs = clocks.monotonicMs();
    const offered = offer(this.#behindSinceMs !== null);
    if (offered !== 'soon') this.#waitsSinceMs = null;
    else if (this.#waitMs(beganMs) > 0) return this.#waitMs(beganMs);
    const options = { nowMs: clocks.now(), thresholds, take: offered === 'soon' ? null : offered };
    const report = await turnIntoEvents(db, options).catch(async (error: unknown) => {
      await take([], beganMs);
      throw error;
    });
    await take(report.taken, beganMs);
    if (report.revisions > 0) {
      onTurned(report);
      // The calendar may have changed.
      this.#momentsMs = -Infinity;
    }
    this.#behindSinceMs = report.isMore ? (this.#behindSinceMs ?? beganMs) : null;
    if (report.isMore) return 0;
    const isTold = this.#areMomentsDue() && (await this.#tellMoments());
    return isTold ? 0 : LOOK_MS;
  }

  #waitMs(nowMs: number): number {
    this.#waitsSinceMs ??= nowMs;
    if (this.#behindSinceMs !== null && nowMs - this.#behindSinceMs > BEHIND_MS_MAX) return 0;
    return this.#waitsSinceMs + WAIT_MS_MAX - nowMs;
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
