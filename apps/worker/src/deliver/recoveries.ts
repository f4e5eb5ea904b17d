import { type Database, stepRecovery } from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import { WokenLoop } from '../schedule/woken-loop';

export interface RecoveriesDeps {
  readonly db: Database;
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFailure: (job: string, error: unknown) => void;
  /** False while no work may be begun; true at all times when not given. */
  readonly mayWork?: () => boolean;
}

/** Recoveries that one worker works on at a time; each step holds one connection. */
export const RECOVERIES_AT_ONCE = 2;
/** Recoveries are looked for at least this often, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Makes due what endpoints have missed, as their recoveries ask for, beside deliveries and events: none waits for another.
 * A worker that stops or dies leaves its recoveries to the others, at the last step that was committed.
 */
export class Recoveries {
  readonly #loop: WokenLoop;

  constructor(private readonly deps: RecoveriesDeps) {
    const { clocks, random, onFailure } = deps;
    this.#loop = new WokenLoop({ name: 'recovery', round: () => this.#round(), clocks, random, onFailure });
  }

  start(): void {
    this.#loop.start();
  }

  /** A recovery may have been queued. */
  wake(): void {
    this.#loop.wake();
  }

  /** Lets the steps that have begun end. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round(): Promise<number> {
    const { db, clocks, mayWork = () => true } = this.deps;
    if (!mayWork()) return LOOK_MS;
    const steps = Array.from({ length: RECOVERIES_AT_ONCE }, () => stepRecovery(db, clocks.now()));
    // All of them end before the round does: none is left behind with its connection.
    const ended = await Promise.allSettled(steps);
    for (const step of ended) if (step.status === 'rejected') throw step.reason;
    return ended.some((step) => step.status === 'fulfilled' && step.value !== null) ? 0 : LOOK_MS;
  }
}
