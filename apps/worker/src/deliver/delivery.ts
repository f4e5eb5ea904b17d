import {
  type Claim,
  type ClaimedDelivery,
  DELIVERIES_PER_ENDPOINT,
  type DeliveryOutcome,
} from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import { WokenLoop } from '../schedule/woken-loop';
import type { Unsent } from './attempt';
import { Line } from './line';
import type { RoomSize } from './room';
import { Settling } from './settling';

export interface DeliveryDeps {
  /** Takes up to `max` deliveries that are due. */
  readonly claim: (options: Offer) => Promise<Claim>;
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
  /** True while attempts may be begun; always when not given. */
  readonly mayWork?: () => boolean;
  /** There is room again for new deliveries: who was told to wait may ask again. */
  readonly onRoom?: () => void;
  /** What may be under way at once; that of the service when not given. */
  readonly room?: RoomSize;
  /** What is under way when it stops is given this long to end, in milliseconds; 5 s when not given. */
  readonly stopMs?: number;
}

/** How many deliveries it would begin. */
export interface Offer {
  readonly max: number;
  /** Under way at a time to one endpoint. */
  readonly perEndpoint: number;
}

/** A claim is ours for this long, in milliseconds: twice what an attempt may take, as what came of it is to be stored. */
export const LEASE_MS = 30_000;
/** Most deliveries of one claim, during which no other worker can claim. */
const CLAIMED_MAX = 1_024;
/** Of these, while all that is free is offered to who makes deliveries: pings and retries must not wait for that. */
const BESIDE_MAX = 256;
/** What waits for room for longer is given back, in milliseconds: other workers may have some. */
const WAIT_MS_MAX = 3_000;
/** It is looked for what is due at least this often, in milliseconds; while there is no room, whether there is some. */
const LOOK_MS = 500;
const FULL_LOOK_MS = 50;
/** Least time between two claims that were not full, in milliseconds. */
const GATHER_MS = 20;
const STOP_MS = 5_000;
/** What is given back while it is under way may be so for as long: nobody should send it meanwhile, in milliseconds. */
const UNDER_WAY_MS = 15_000;

/**
 * Sends what is due: claims it, or is given it as it is made, makes the attempts, and stores what came of them, each
 * without waiting for the others. At least once: what a worker that dies had is sent again when its lease has ended.
 */
export class Delivery {
  readonly #line: Line;
  readonly #settling: Settling;
  readonly #claiming: WokenLoop;
  #claimedMs = -Infinity;
  #wasFull = false;
  /** Something that is due may be held back by what is under way. */
  #isHeldBack = true;
  /** What was offered to who makes deliveries right now. */
  #offered = 0;
  /** Whoever makes deliveries waits for room. */
  #isRoomAwaited = false;
  #isStopping = false;
  #onEmpty: () => void = () => undefined;

  constructor(private readonly deps: DeliveryDeps) {
    const { clocks, random, onFailure } = deps;
    this.#settling = new Settling({ ...deps, onStored: () => this.#stored() });
    this.#line = new Line({
      ...deps,
      onEnd: (end) => this.#ended(end),
      mayBegin: (nowMs) => this.#mayBegin(nowMs),
    });
    const round = () => this.#claim();
    this.#claiming = new WokenLoop({ name: 'claim of deliveries', round, clocks, random, onFailure });
  }

  start(): void {
    this.#claiming.start();
    this.#settling.start();
  }

  /** Something may have become due. */
  wake(): void {
    this.#isHeldBack = true;
    this.#claiming.wake();
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.#line.underWay;
  }

  /**
   * How many of the deliveries that are about to be made it would begin without a claim. What is offered is kept free until
   * {@link take} is called.
   *
   * @param isBehind - that there are many: it is worth waiting for room for them.
   * @returns null for none; 'soon' when there will be room in a moment, of which `onRoom` tells.
   */
  offer(isBehind: boolean): Offer | 'soon' | null {
    const nowMs = this.deps.clocks.monotonicMs();
    if (!this.#mayBegin(nowMs)) return null;
    const offer = this.#offer(nowMs);
    // What waits for a claim comes first.
    this.#isRoomAwaited = this.#wasFull || !this.#isWorthIt(isBehind ? offer.max : offer.max * 2, nowMs);
    if (this.#isRoomAwaited) return 'soon';
    this.#offered = offer.max;
    return offer;
  }

  /**
   * Begins deliveries that are ours, as soon as it may.
   *
   * @param sinceMs - since when at the earliest, monotonic.
   */
  async take(deliveries: readonly ClaimedDelivery[], sinceMs: number): Promise<void> {
    this.#offered = 0;
    await this.#begin(deliveries, sinceMs);
  }

  async #begin(deliveries: readonly ClaimedDelivery[], sinceMs: number): Promise<void> {
    if (this.#isStopping) await this.#giveBack(deliveries, 0);
    else this.#line.add(deliveries, sinceMs);
  }

  /** Begins nothing more, gives what is under way a while to end, stores what came of it and gives back the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#claiming.stop();
    await this.#giveBack(this.#line.takeWaiting(), 0);
    await this.#untilEmpty();
    const cutOff = this.#line.takeUnderWay();
    // What cannot be stored is sent once more, when its lease ends.
    await this.#settling.stop().catch((error: unknown) => this.deps.onFailure('settlement of deliveries', error));
    await this.#giveBack(cutOff, UNDER_WAY_MS);
  }

  async #claim(): Promise<number> {
    const { clocks, claim } = this.deps;
    const beganMs = clocks.monotonicMs();
    if (!this.#mayWork()) {
      await this.#giveBack(this.#line.takeWaiting(), 0);
      return LOOK_MS;
    }
    await this.#giveBack(this.#line.takeWaiting(beganMs - WAIT_MS_MAX), 0);
    const tooSoonMs = this.#claimedMs + GATHER_MS - beganMs;
    if (tooSoonMs > 0 && !this.#wasFull) return tooSoonMs;
    if (this.#settling.isLate(beganMs)) return FULL_LOOK_MS;
    const { max: free, perEndpoint } = this.#offer(beganMs);
    if (free < 1) return FULL_LOOK_MS;
    // Many at once: but for a moment only, as room that is held by attempts that hang does not come free.
    const restMs = this.#claimedMs + (this.underWay > 0 ? FULL_LOOK_MS : GATHER_MS) - beganMs;
    if (this.#wasFull && !this.#isWorthIt(free, beganMs) && restMs > 0) return restMs;
    const max = Math.min(CLAIMED_MAX, Math.max(free - this.#offered, Math.min(free, BESIDE_MAX)));
    const { deliveries, nextDueMs, isHeldBack } = await claim({ max, perEndpoint });
    this.#claimedMs = clocks.monotonicMs();
    this.#wasFull = deliveries.length >= max;
    this.#isHeldBack = isHeldBack;
    await this.#begin(deliveries, beganMs);
    if (this.#wasFull) return 0;
    if (this.#isRoomAwaited) this.#tellOfRoom();
    return nextDueMs === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(GATHER_MS, nextDueMs - clocks.now()));
  }

  #mayWork(): boolean {
    return this.deps.mayWork?.() ?? true;
  }

  #mayBegin(nowMs: number): boolean {
    return !this.#isStopping && this.#mayWork() && !this.#settling.isLate(nowMs);
  }

  #offer(nowMs: number): Offer {
    return {
      // Its endpoint may get no more in place of one whose outcome is not stored yet.
      max: this.#line.free(nowMs) - this.#settling.size,
      perEndpoint: this.#line.isCrowded(nowMs) ? 1 : DELIVERIES_PER_ENDPOINT,
    };
  }

  #isWorthIt(free: number, nowMs: number): boolean {
    return free >= this.#line.capacity(nowMs) / 2;
  }

  #ended(end: DeliveryOutcome | Unsent): void {
    this.#settling.add(end);
    if (this.underWay === 0) this.#onEmpty();
    if (this.#wasFull || this.#isRoomAwaited) this.#tellOfRoom();
  }

  #tellOfRoom(): void {
    const nowMs = this.deps.clocks.monotonicMs();
    if (!this.#isWorthIt(this.#offer(nowMs).max, nowMs)) return;
    if (this.#wasFull) return this.#claiming.wake();
    this.#isRoomAwaited = false;
    this.deps.onRoom?.();
  }

  #stored(): void {
    // What stood still while nothing could be stored.
    this.#line.begin();
    // Their endpoints may get more now.
    if (this.#isHeldBack) this.#claiming.wake();
    if (this.#isRoomAwaited) this.#tellOfRoom();
  }

  async #giveBack(deliveries: readonly ClaimedDelivery[], delayMs: number): Promise<void> {
    try {
      if (deliveries.length > 0) await this.deps.giveBack(deliveries, delayMs);
    } catch (error) {
      // Then their leases end, which is as good.
      this.deps.onFailure('return of deliveries', error);
    }
  }

  #untilEmpty(): Promise<void> {
    if (this.underWay === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.deps.stopMs ?? STOP_MS);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
