/** How many attempts may be under way at once. */
export interface RoomSize {
  /** Those that began a moment ago. */
  readonly quick: number;
  /** Beside them: those that have been waiting for an answer for longer than `slowMs`. */
  readonly slow: number;
  readonly slowMs: number;
}

export const ROOM: RoomSize = { quick: 1024, slow: 512, slowMs: 1_000 };

/** Up to this age an attempt is young, in milliseconds: it may still be waiting for this process, not for its receiver. */
const YOUNG_MS = 50;

/**
 * The attempts under way. Those whose receiver takes its time have a room of their own, so that receivers that hang for
 * the whole of what an attempt may take do not keep others from being told.
 */
export class Room<Attempt> {
  /** In the order in which they began: the instant, monotonic. */
  readonly #began = new Map<Attempt, number>();
  readonly #slow: Elders;
  readonly #grown = new Elders(YOUNG_MS);

  constructor(private readonly size: RoomSize = ROOM) {
    this.#slow = new Elders(size.slowMs);
  }

  enter(attempt: Attempt, monotonicMs: number): void {
    this.#began.set(attempt, monotonicMs);
  }

  /** @returns whether it was still there. */
  leave(attempt: Attempt): boolean {
    const beganMs = this.#began.get(attempt);
    if (beganMs === undefined) return false;
    this.#slow.left(beganMs);
    this.#grown.left(beganMs);
    return this.#began.delete(attempt);
  }

  /** Empties the room. */
  leaveAll(): Attempt[] {
    const attempts = [...this.#began.keys()];
    for (const attempt of attempts) this.leave(attempt);
    return attempts;
  }

  get attempts(): number {
    return this.#began.size;
  }

  /** Those that began just now. */
  young(monotonicMs: number): number {
    return this.#began.size - this.#grown.count(this.#began, monotonicMs);
  }

  /** How many more may begin. */
  free(monotonicMs: number): number {
    const slow = Math.min(this.size.slow, this.#slow.count(this.#began, monotonicMs));
    return Math.max(0, this.size.quick - (this.#began.size - slow));
  }

  /** Half the room of slow ones is taken: who is not known to be quick should not get much more. */
  isCrowded(monotonicMs: number): boolean {
    return this.#slow.count(this.#began, monotonicMs) * 2 > this.size.slow;
  }
}

/** How many attempts are older than some age. Asked for each that begins and ends, it counts once in a millisecond. */
class Elders {
  #count = 0;
  /** What began before it has been counted. */
  #beforeMs = -Infinity;

  constructor(private readonly ageMs: number) {}

  count(began: ReadonlyMap<unknown, number>, nowMs: number): number {
    const beforeMs = nowMs - this.ageMs;
    if (beforeMs - this.#beforeMs < 1) return this.#count;
    this.#beforeMs = beforeMs;
    this.#count = 0;
    for (const beganMs of began.values()) {
      if (beganMs >= beforeMs) break;
      this.#count += 1;
    }
    return this.#count;
  }

  left(beganMs: number): void {
    if (beganMs < this.#beforeMs) this.#count -= 1;
  }
}
