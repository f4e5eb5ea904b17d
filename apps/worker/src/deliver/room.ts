/** How many attempts may be under way at once. */
export interface RoomSize {
  /** Those that began a moment ago. */
  readonly quick: number;
  /** Beside them: those that have been waiting for an answer for longer than `slowMs`. */
  readonly slow: number;
  readonly slowMs: number;
}

export const ROOM: RoomSize = { quick: 1024, slow: 512, slowMs: 1_000 };

/**
 * The attempts under way. Those whose receiver takes its time have a room of their own, so that receivers that hang for
 * the whole of what an attempt may take do not keep others from being told.
 */
export class Room<Attempt> {
  /** In the order in which they began: the instant, monotonic. */
  readonly #began = new Map<Attempt, number>();

  constructor(private readonly size: RoomSize = ROOM) {}

  enter(attempt: Attempt, monotonicMs: number): void {
    this.#began.set(attempt, monotonicMs);
  }

  /** @returns whether it was still there. */
  leave(attempt: Attempt): boolean {
    return this.#began.delete(attempt);
  }

  /** Empties the room. */
  leaveAll(): Attempt[] {
    const attempts = [...this.#began.keys()];
    this.#began.clear();
    return attempts;
  }

  get attempts(): number {
    return this.#began.size;
  }

  /** Those under way that are not slow, or not yet. */
  quick(monotonicMs: number): number {
    return this.#began.size - this.#slow(monotonicMs);
  }

  /** How many more may begin. */
  free(monotonicMs: number): number {
    const slow = Math.min(this.size.slow, this.#slow(monotonicMs));
    return Math.max(0, this.size.quick - (this.#began.size - slow));
  }

  /** Half the room of slow ones is taken: who is not known to be quick should not get much more. */
  isCrowded(monotonicMs: number): boolean {
    return this.#slow(monotonicMs) * 2 > this.size.slow;
  }

  #slow(monotonicMs: number): number {
    let slow = 0;
    for (const beganMs of this.#began.values()) {
      if (monotonicMs - beganMs <= this.size.slowMs) break;
      slow += 1;
    }
    return slow;
  }
}
