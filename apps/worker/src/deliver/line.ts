import type { ClaimedDelivery, DeliveryOutcome } from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import type { Unsent } from './attempt';
import { Lanes, loopUtilization } from './lanes';
import { ROOM, Room, type RoomSize } from './room';

export interface LineDeps {
  /** Makes one attempt. Never rejects. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<DeliveryOutcome | Unsent>;
  /** What came of an attempt whose delivery is still ours. */
  readonly onEnd: (end: DeliveryOutcome | Unsent) => void;
  /** Whether attempts may begin now. */
  readonly mayBegin: () => boolean;
  readonly clocks: Pick<Clocks, 'monotonicMs'>;
  /** What may be under way at once; {@link ROOM} when not given. */
  readonly room?: RoomSize;
  /** What part of the time since it was last asked the process had something to do; measured when not given. */
  readonly utilization?: () => number;
}

/** What would begin later than this after it came to be ours could outlive its lease, in milliseconds. */
const BEGIN_MS_MAX = 10_000;
/** As many times what there is room for may wait for it. */
const WAITING_PER_ROOM = 3;

/** Deliveries that came together. */
interface Batch {
  readonly deliveries: readonly ClaimedDelivery[];
  /** How many of them have begun. */
  begun: number;
  /** Since when they are ours, monotonic. */
  readonly sinceMs: number;
}

/** Deliveries that are ours: those whose attempt is under way, and those that wait for theirs, first come, first served. */
export class Line {
  readonly #room: Room<ClaimedDelivery>;
  readonly #lanes: Lanes;
  /** Each with something that waits. */
  readonly #batches: Batch[] = [];
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;
  /** How many deliveries may be ours at once. */
  readonly size: number;

  constructor(private readonly deps: LineDeps) {
    const room = deps.room ?? ROOM;
    this.#room = new Room(room);
    this.#lanes = new Lanes(room.quick + room.slow, deps.utilization ?? loopUtilization());
    this.size = room.quick * (1 + WAITING_PER_ROOM);
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.#room.attempts;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Since when the one that waits for longest is ours, monotonic; null when none waits. */
  get waitingSinceMs(): number | null {
    return this.#batches[0]?.sinceMs ?? null;
  }

  /** How many more deliveries may come. */
  free(nowMs: number): number {
    return Math.max(0, this.#room.free(nowMs) * (1 + WAITING_PER_ROOM) - this.#waiting);
  }

  /** See {@link Room.isCrowded}. */
  isCrowded(nowMs: number): boolean {
    return this.#room.isCrowded(nowMs);
  }

  /** @param sinceMs - since when they are ours, monotonic. */
  add(deliveries: readonly ClaimedDelivery[], sinceMs: number): void {
    if (deliveries.length === 0) return;
    this.#batches.push({ deliveries, begun: 0, sinceMs });
    this.#waiting += deliveries.length;
    this.begin();
  }

  /** Begins what may begin now, and sees to the rest. */
  begin(): void {
    for (let [batch] = this.#batches; batch !== undefined && this.deps.mayBegin(); [batch] = this.#batches) {
      const nowMs = this.deps.clocks.monotonicMs();
      if (nowMs - batch.sinceMs > BEGIN_MS_MAX) {
        this.#leave(batch);
        continue;
      }
      if (this.underWay >= this.#lanes.count(nowMs) || this.#room.free(nowMs) === 0) return this.#beginLater();
      const next = batch.deliveries[batch.begun];
      batch.begun += 1;
      this.#waiting -= 1;
      if (batch.begun === batch.deliveries.length) this.#leave(batch);
      if (next !== undefined) void this.#attempt(next, nowMs);
    }
  }

  /** Empties it of what has not begun. */
  takeWaiting(): ClaimedDelivery[] {
    this.#waiting = 0;
    return this.#batches.splice(0).flatMap(({ deliveries, begun }) => deliveries.slice(begun));
  }

  /** Empties it of what is under way. */
  takeUnderWay(): ClaimedDelivery[] {
    return this.#room.leaveAll();
  }

  /** What is left of it is left to the end of its lease, as on a machine that slept. */
  #leave({ deliveries, begun }: Batch): void {
    this.#batches.shift();
    this.#waiting -= deliveries.length - begun;
  }

  #beginLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.begin();
    }, this.#lanes.lookMs);
  }

  async #attempt(delivery: ClaimedDelivery, nowMs: number): Promise<void> {
    this.#room.enter(delivery, nowMs);
    const end = await this.deps.attempt(delivery);
    // One that was given back is somebody else's.
    if (!this.#room.leave(delivery)) return;
    this.deps.onEnd(end);
    this.begin();
  }
}
