import type { ClaimedDelivery, DeliveryOutcome } from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import { WokenLoop } from '../schedule/woken-loop';
import type { Unsent } from './attempt';
import { Settlement, type SettlementDeps } from './settlement';

export interface SettlingDeps extends SettlementDeps {
  /** Gives back what was not sent through a fault of ours, to be taken in so many milliseconds. */
  readonly giveBack: (deliveries: readonly ClaimedDelivery[], delayMs: number) => Promise<void>;
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFailure: (job: string, error: unknown) => void;
  /** Some was stored: endpoints may get more. */
  readonly onStored: () => void;
}

/** As many outcomes do not wait for more. */
const SETTLED_AT_ONCE = 256;
/** What comes to its end within so long is stored together, in milliseconds. */
const GATHER_MS = 20;
/** What came of attempts is to be stored after so long, in milliseconds. */
const HELD_MS_MAX = 1_000;
const LOOK_MS = 500;
/** What could not be sent through a fault of ours is tried again after so long, in milliseconds. */
const UNSENT_MS = 60_000;
const JOB = 'settlement of deliveries';

/** Stores what comes of attempts as it comes, many at a time. */
export class Settling {
  readonly #settlement: Settlement;
  readonly #loop: WokenLoop;
  #unsent: ClaimedDelivery[] = [];
  /** Since when an outcome has been held, or is being stored, monotonic. */
  #heldMs = 0;
  #isStoring = false;
  /** From a failure on until all is stored. */
  #isBehind = false;

  constructor(private readonly deps: SettlingDeps) {
    const { clocks, random, onFailure } = deps;
    this.#settlement = new Settlement(deps);
    this.#loop = new WokenLoop({ name: JOB, round: () => this.#round(), clocks, random, onFailure });
  }

  start(): void {
    this.#loop.start();
  }

  /** Outcomes that are not stored yet. */
  get size(): number {
    return this.#settlement.size;
  }

  /**
   * Whether outcomes have been held for too long. Until some are stored nothing more should be claimed, as leases of what is
   * held may have ended and a claim would bring it once more, nor begun, as what comes of it may be lost.
   */
  isLate(nowMs: number): boolean {
    const isHolding = this.#isStoring || this.#settlement.size > 0;
    return this.#isBehind || (isHolding && nowMs - this.#heldMs > HELD_MS_MAX);
  }

  add(end: DeliveryOutcome | Unsent): void {
    if ('fault' in end) this.#unsent.push(end.delivery);
    else this.#settlement.hold(end);
    const held = this.#settlement.size + this.#unsent.length;
    if (held === 1 && !this.#isStoring) this.#heldMs = this.deps.clocks.monotonicMs();
    if (held === 1 || held === SETTLED_AT_ONCE) this.#loop.wake();
  }

  /** Stores all that is held. @throws {DatabaseUnavailableError} */
  async stop(): Promise<void> {
    await this.#loop.stop();
    while (this.#settlement.size > 0) await this.#settlement.store();
    await this.#giveBackUnsent();
  }

  async #round(): Promise<number> {
    const size = this.#settlement.size + this.#unsent.length;
    if (size === 0) return LOOK_MS;
    const nowMs = this.deps.clocks.monotonicMs();
    const gatherMs = this.#heldMs + GATHER_MS - nowMs;
    if (size < SETTLED_AT_ONCE && gatherMs > 0) return gatherMs;
    this.#heldMs = nowMs;
    await this.#store();
    this.deps.onStored();
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
}
