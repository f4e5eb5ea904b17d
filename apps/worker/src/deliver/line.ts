import type { ClaimedDelivery, DeliveryOutcome } from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import type { Unsent } from './attempt';
import { Lanes, LOOK_MS, loopUtilization } from './lanes';
import { ROOM, Room, type RoomSize } from './room';

export interface LineDeps {
  /** Makes one attempt. Never rejects. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<DeliveryOutcome | Unsent>;
  /** What came of an attempt whose delivery is still ours. */
  readonly onEnd: (end: DeliveryOutcome | Unsent) => void;
  /** Whether attempts may begin now; once they may again, {@link Line.begin} is to be called. */
  readonly mayBegin: (nowMs: number) => boolean;
  readonly clocks: Pick<Clocks, 'monotonicMs'>;
  /** What may be under way at once; {@link ROOM} when not given. */
  readonly room?: RoomSize;
  /** What part of the time since it was last asked the process had something to do; measured when not given. */
  readonly utilization?: () => number;
}

/** What would begin later than this after it came to be ours could outlive its lease, in milliseconds. */
const BEGIN_MS_MAX = 10_000;
/** As many times what there is room for may wait: so few that attempts of a second each let them begin in time. */
const WAITING_PER_ROOM_MIN = 2;
/** And so many where as many have begun within twice this time, in milliseconds. */
const WAITING_PER_ROOM = 3;
const RECENT_MS = 250;

/** Deliveries that came together. */
interface Batch {
  readonly deliveries: readonly ClaimedDelivery[];
  /** How many of them have begun. */
  begun: number;
  /** Since when they are ours, and since when they have waited here, monotonic. */
  readonly sinceMs: number;
  readonly addedMs: number;
}

/** Deliveries that are ours: those whose attempt is under way, and those that wait for theirs, first come, first served. */
export class Line {
  readonly #room: Room<ClaimedDelivery>;
  readonly #size: RoomSize;
  readonly #lanes: Lanes;
  /** Each with something that waits. */
  #batches: Batch[] = [];
  #waiting = 0;
  /** Attempts that began since `#recentMs`, and in the span of the same length before. */
  #recent = { now: 0, before: 0 };
  #recentMs = -Infinity;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: LineDeps) {
    this.#size = deps.room ?? ROOM;
    this.#room = new Room(this.#size);
    this.#lanes = new Lanes(this.#size.quick, deps.utilization ?? loopUtilization());
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.#room.attempts;
  }

  /** How many deliveries may be ours while no attempt hangs. */
  capacity(nowMs: number): number {
    return this.#size.quick + this.#waitingMax(this.#size.quick, nowMs);
  }

  /** How many more deliveries may come. */
  free(nowMs: number): number {
    const room = this.#room.free(nowMs);
    return Math.max(0, room + this.#waitingMax(room, nowMs) - this.#waiting);
  }

  /** See {@link Room.isCrowded}. */
  isCrowded(nowMs: number): boolean {
    return this.#room.isCrowded(nowMs);
  }

  /** @param sinceMs - since when they are ours, monotonic. */
  add(deliveries: readonly ClaimedDelivery[], sinceMs: number): void {
    if (deliveries.length === 0) return;
    this.#batches.push({ deliveries, begun: 0, sinceMs, addedMs: this.deps.clocks.monotonicMs() });
    this.#waiting += deliveries.length;
    this.begin();
  }

  /** Begins what may begin now, and sees to the rest. */
  begin(): void {
    for (let [batch] = this.#batches; batch !== undefined; [batch] = this.#batches) {
      const nowMs = this.deps.clocks.monotonicMs();
      if (!this.deps.mayBegin(nowMs)) return;
      if (nowMs - batch.sinceMs > BEGIN_MS_MAX) {
        // As on a machine that slept. Their lease is left to end.
        this.#leave(batch);
        continue;
      }
      if (this.#room.free(nowMs) === 0 || this.#room.young(nowMs) >= this.#lanes.count(nowMs))
        return this.#beginLater();
      const next = batch.deliveries[batch.begun];
      batch.begun += 1;
      this.#waiting -= 1;
      if (batch.begun === batch.deliveries.length) this.#leave(batch);
      if (next !== undefined) void this.#attempt(next, nowMs);
    }
  }

  /** Empties it of what has not begun and has waited since before an instant, monotonic. */
  takeWaiting(beforeMs = Infinity): ClaimedDelivery[] {
    const taken = this.#batches.filter(({ addedMs }) => addedMs < beforeMs);
    taken.forEach((batch) => this.#leave(batch));
    return taken.flatMap(({ deliveries, begun }) => deliveries.slice(begun));
  }

  /** Empties it of what is under way. */
  takeUnderWay(): ClaimedDelivery[] {
    return this.#room.leaveAll();
  }

  #leave(batch: Batch): void {
    this.#batches = this.#batches.filter((other) => other !== batch);
    this.#waiting -= batch.deliveries.length - batch.begun;
  }

  #beginLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.begin();
    }, LOOK_MS);
  }

  #waitingMax(room: number, nowMs: number): number {
    this.#passRecent(nowMs);
    const recent = 2 * Math.max(this.#recent.now, this.#recent.before);
    return Math.min(room * WAITING_PER_ROOM, Math.max(this.#size.quick * WAITING_PER_ROOM_MIN, recent));
  }

  #passRecent(nowMs: number): void {
    const sinceMs = nowMs - this.#recentMs;
    if (sinceMs < RECENT_MS) return;
    this.#recent = { now: 0, before: sinceMs < 2 * RECENT_MS ? this.#recent.now : 0 };
    this.#recentMs = nowMs;
  }

  async #attempt(delivery: ClaimedDelivery, nowMs: number): Promise<void> {
    this.#room.enter(delivery, nowMs);
    this.#passRecent(nowMs);
    this.#recent.now += 1;
    const end = await this.deps.attempt(delivery);
    // One that was given back is somebody else's.
    if (!this.#room.leave(delivery)) return;
    this.deps.onEnd(end);
    this.begin();
  }
}
