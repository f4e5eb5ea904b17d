import {
  type Claim,
  type ClaimedDelivery,
  DELIVERIES_PER_ENDPOINT,
  type DeliveryOutcome,
} from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import { WokenLoop } from '../schedule/woken-loop';
import type { Unsent } from './attempt';
import { ROOM, Room, type RoomSize } from './room';
import { Settlement } from './settlement';

export interface DeliveryDeps {
  /** Takes up to `max` deliveries that are due. */
  readonly claim: (options: { readonly max: number; readonly perEndpoint: number }) => Promise<Claim>;
  /** Makes one attempt. Never rejects. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<DeliveryOutcome | Unsent>;
  readonly settle: (outcomes: readonly DeliveryOutcome[]) => Promise<void>;
  /** Gives back what was taken, for any worker to take in so many milliseconds; 0 for at once. */
  readonly giveBack: (deliveries: readonly ClaimedDelivery[], delayMs: number) => Promise<void>;
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFailure: (job: string, error: unknown) => void;
  readonly onUnstorable: (outcome: DeliveryOutcome, error: unknown) => void;
  /** What may be under way at once; {@link ROOM} when not given. */
  readonly room?: RoomSize;
  /** What is under way when it stops is given this long to end, in milliseconds; 5 s when not given. */
  readonly stopMs?: number;
}

/** A claim is ours for this long, in milliseconds: twice what an attempt may take, as what came of it is to be stored. */
export const LEASE_MS = 30_000;
/** An attempt that would begin later than this after its claim could outlive the lease, in milliseconds. */
const BEGIN_MS_MAX = 10_000;
/** It is looked for what is due at least this often, in milliseconds; while there is no room, whether there is some. */
const LOOK_MS = 500;
const FULL_LOOK_MS = 50;
/** Outcomes that are not stored yet, at most: while the database is away, nothing more is sent. */
const UNSETTLED_MAX = 2_048;
/** As many outcomes do not wait for more. */
const SETTLED_AT_ONCE = 256;
/** What came of attempts is to be stored after so long, in milliseconds; until then nothing more is claimed. */
const HELD_MS_MAX = 1_000;
/** Least time between two claims that were not full, and what comes to its end within which is stored together. */
const GATHER_MS = 20;
const STOP_MS = 5_000;
/** What is given back while it is under way may be so for as long: nobody should send it meanwhile, in milliseconds. */
const UNDER_WAY_MS = 15_000;
/** What could not be sent through a fault of ours is tried again after so long, in milliseconds. */
const UNSENT_MS = 60_000;

/**
 * Sends what is due: claims it, makes the attempts, and stores what came of them, each without waiting for the others.
 * At least once: what a worker that dies had under way is sent again when its lease has ended.
 */
export class Delivery {
  readonly #room: Room<ClaimedDelivery>;
  /**
   * After a claim that took all that there was room for, the next one waits for so much, to take many at once: a moment,
   * as room that is held by attempts that hang does not come free.
   */
  readonly #halfRoom: number;
  readonly #settlement: Settlement;
  readonly #claiming: WokenLoop;
  readonly #settling: WokenLoop;
  #unsent: ClaimedDelivery[] = [];
  #claimedMs = -Infinity;
  #wasFull = false;
  /** Since when an outcome has been held, or is being stored, monotonic. */
  #heldMs = 0;
  #isStoring = false;
  /** From a settlement that failed until all is stored. */
  #isBehind = false;
  #isStopping = false;
  #onEmpty: () => void = () => undefined;

  constructor(private readonly deps: DeliveryDeps) {
    const { clocks, random, onFailure } = deps;
    const size = deps.room ?? ROOM;
    this.#room = new Room(size);
    this.#halfRoom = Math.ceil(size.quick / 2);
    this.#settlement = new Settlement(deps);
    const loop = (name: string, round: () => Promise<number>) =>
      new WokenLoop({ name, round, clocks, random, onFailure });
    this.#claiming = loop('claim of deliveries', () => this.#claim());
    this.#settling = loop('settlement of deliveries', () => this.#settle());
  }

  start(): void {
    this.#claiming.start();
    this.#settling.start();
  }

  /** Something may have become due. */
  wake(): void {
    this.#claiming.wake();
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.#room.attempts;
  }

  /** Begins nothing more, gives what is under way a while to end, stores what came of it and gives back the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#claiming.stop();
    await this.#untilEmpty();
    await this.#settling.stop();
    const cutOff = this.#room.leaveAll();
    try {
      while (this.#settlement.size > 0) await this.#settlement.store();
      if (cutOff.length > 0) await this.deps.giveBack(cutOff, UNDER_WAY_MS);
      await this.#giveBackUnsent();
    } catch (error) {
      // Then the leases end, and what was sent is sent once more.
      this.deps.onFailure('settlement of deliveries', error);
    }
  }

  async #claim(): Promise<number> {
    const { clocks, claim } = this.deps;
    const beganMs = clocks.monotonicMs();
    const tooSoonMs = this.#claimedMs + GATHER_MS - beganMs;
    if (tooSoonMs > 0 && !this.#wasFull) return tooSoonMs;
    // Leases of what is held may have ended: a claim would bring it once more.
    if (this.#isBehind || (this.#isHolding && beganMs - this.#heldMs > HELD_MS_MAX)) return FULL_LOOK_MS;
    const max = Math.min(this.#room.free(beganMs), UNSETTLED_MAX - this.#settlement.size);
    const restMs = this.#claimedMs + (this.#room.quick(beganMs) > 0 ? FULL_LOOK_MS : GATHER_MS) - beganMs;
    if (max < 1) return FULL_LOOK_MS;
    if (this.#wasFull && max < this.#halfRoom && restMs > 0) return restMs;
    const perEndpoint = this.#room.isCrowded(beganMs) ? 1 : DELIVERIES_PER_ENDPOINT;
    const { deliveries, nextDueMs } = await claim({ max, perEndpoint });
    this.#claimedMs = clocks.monotonicMs();
    this.#wasFull = deliveries.length >= max;
    if (this.#isStopping && deliveries.length > 0) await this.deps.giveBack(deliveries, 0);
    // After a claim that took so long, as on a machine that slept, the lease is left to end.
    else if (this.#claimedMs - beganMs <= BEGIN_MS_MAX) deliveries.forEach((delivery) => void this.#attempt(delivery));
    if (this.#wasFull) return 0;
    return nextDueMs === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(GATHER_MS, nextDueMs - clocks.now()));
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    this.#room.enter(delivery, this.deps.clocks.monotonicMs());
    const end = await this.deps.attempt(delivery);
    // One that was given back is somebody else's.
    if (!this.#room.leave(delivery)) return;
    if ('fault' in end) this.#unsent.push(delivery);
    else this.#settlement.hold(end);
    const held = this.#settlement.size + this.#unsent.length;
    if (held === 1 && !this.#isStoring) this.#heldMs = this.deps.clocks.monotonicMs();
    if (held === 1 || held === SETTLED_AT_ONCE) this.#settling.wake();
    if (this.#room.attempts === 0) this.#onEmpty();
    if (this.#wasFull && this.#room.quick(this.deps.clocks.monotonicMs()) <= this.#halfRoom) this.#claiming.wake();
  }

  async #settle(): Promise<number> {
    const size = this.#settlement.size + this.#unsent.length;
    if (size === 0) return LOOK_MS;
    const nowMs = this.deps.clocks.monotonicMs();
    const gatherMs = this.#heldMs + GATHER_MS - nowMs;
    if (size < SETTLED_AT_ONCE && gatherMs > 0) return gatherMs;
    this.#heldMs = nowMs;
    await this.#store();
    // Their endpoints may get more now.
    this.#claiming.wake();
    return this.#settlement.size === 0 ? LOOK_MS : 0;
  }

  async #store(): Promise<void> {
    this.#isStoring = true;
    try {
      await this.#settlement.store();
      await this.#giveBackUnsent();
      if (this.#settlement.size === 0) this.#isBehind = false;
    } catch (error) {
      this.#isBehind = true;
      throw error;
    } finally {
      this.#isStoring = false;
    }
  }

  async #giveBackUnsent(): Promise<void> {
    const unsent = this.#unsent.splice(0);
    try {
      if (unsent.length > 0) await this.deps.giveBack(unsent, UNSENT_MS);
    } catch (error) {
      // Then their leases end, which is as good.
      this.deps.onFailure('return of deliveries', error);
    }
  }

  get #isHolding(): boolean {
    return this.#isStoring || this.#settlement.size > 0;
  }

  #untilEmpty(): Promise<void> {
    if (this.#room.attempts === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.deps.stopMs ?? STOP_MS);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
