import type { EgressAnswer } from '@droptrack/egress';
import { type ClaimedDelivery, DatabaseUnavailableError, type DeliveryOutcome } from '@droptrack/persistence';
import type { Unsent } from './attempt';
import { Delivery, type DeliveryDeps } from './delivery';

/** A delivery that was claimed; what is left out is made up. */
export function claimed(of: Partial<ClaimedDelivery> & { readonly id: string }): ClaimedDelivery {
  return {
    claim: 1,
    endpointId: 'wh_1',
    account: 'account',
    url: 'https://receiver.example.com/hook',
    eventId: `evt_${of.id}`,
    body: Buffer.from(`{"id":"evt_${of.id}"}`),
    tries: 0,
    number: 1,
    dueMs: 0,
    secrets: [{ sealed: Buffer.from('sealed'), keyId: 'key' }],
    ...of,
  };
}

/** An answer of 200, but for what is given. */
export const answer = (of: Partial<EgressAnswer> = {}): EgressAnswer => ({
  statusCode: 200,
  error: null,
  response: null,
  retryAfterMs: null,
  durationMs: 1,
  ...of,
});

/** What comes of a delivery that succeeds. */
export const delivered = (delivery: ClaimedDelivery): DeliveryOutcome => ({
  delivery,
  atMs: 0,
  isDelivered: true,
  ...answer(),
});

/** Waits for a state; how long it takes is the machine's affair. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = holds.toString(),
  patienceMs = 60_000,
): Promise<void> {
  for (const endMs = performance.now() + patienceMs; !(await holds());) {
    if (performance.now() > endMs) throw new Error(`It took too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Numbers of deliveries. */
export const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index));

/** Loops look at their clock every 500 ms: when more than this has passed, the machine stood still. */
const LOOK_MS_MAX = 1_000;

/** A monotonic clock that passes over a standstill: what is given back for having waited is to have waited by itself. */
function steadyClock(): () => number {
  let lookedMs = performance.now();
  let ms = lookedMs;
  return () => {
    const nowMs = performance.now();
    ms += Math.min(nowMs - lookedMs, LOOK_MS_MAX);
    lookedMs = nowMs;
    return ms;
  };
}

/** A queue in memory, and receivers that answer when they are told to, or at once. */
class Stage {
  /** By which its deliveries go. */
  readonly monotonicMs = steadyClock();
  readonly queue: ClaimedDelivery[] = [];
  readonly claims: number[] = [];
  readonly begun: string[] = [];
  readonly settled: string[] = [];
  /** With the delay, in milliseconds. */
  readonly givenBack: string[] = [];
  readonly unsent = new Set<string>();
  readonly answers = new Map<string, (outcome: DeliveryOutcome) => void>();
  readonly hanging = new Set<string>();
  isAway = false;
  failures = 0;
  underWayMax = 0;
  #delivery: Delivery | null = null;

  start(deps: Partial<DeliveryDeps> = {}): Delivery {
    const clocks = { now: Date.now, monotonicMs: this.monotonicMs };
    const fail = (error: unknown) => {
      this.failures += 1;
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    };
    const delivery = new Delivery({
      clocks,
      random: Math.random,
      claim: ({ max }) => this.#whileThere(() => this.#claim(max)),
      attempt: (each) => this.#attempt(each),
      settle: (outcomes) =>
        this.#whileThere(() => void this.settled.push(...outcomes.map((outcome) => outcome.delivery.id))),
      giveBack: (each, delayMs) =>
        this.#whileThere(() => void this.givenBack.push(...each.map(({ id }) => `${id} in ${delayMs}`))),
      onFailure: (_, error) => fail(error),
      onUnstorable: (_, error) => fail(error),
      ...deps,
    });
    delivery.start();
    this.#delivery = delivery;
    return delivery;
  }

  add(...ids: readonly (string | number)[]): void {
    this.queue.push(...ids.map((id) => claimed({ id: String(id) })));
    this.#delivery?.wake();
  }

  async #whileThere<T>(work: () => T): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isAway) throw new DatabaseUnavailableError('away');
    return work();
  }

  #claim(max: number) {
    this.claims.push(max);
    const deliveries = this.queue.splice(0, max);
    return { deliveries, nextDueMs: null, isHeldBack: false };
  }

  #attempt(delivery: ClaimedDelivery): Promise<DeliveryOutcome | Unsent> {
    this.begun.push(delivery.id);
    if (this.unsent.has(delivery.id)) return Promise.resolve({ delivery, fault: 'unsigned' });
    this.underWayMax = Math.max(this.underWayMax, this.#delivery?.underWay ?? 0);
    if (!this.hanging.has(delivery.id)) return Promise.resolve(delivered(delivery));
    return new Promise((resolve) => this.answers.set(delivery.id, resolve));
  }
}

/** A stage of its own for each test, whose deliveries are stopped behind it. */
export function aStageEach() {
  const stage = { current: new Stage() };
  const running: Delivery[] = [];
  const start = (deps: Partial<DeliveryDeps> = {}): Delivery => {
    const delivery = stage.current.start({ stopMs: 50, ...deps });
    running.push(delivery);
    return delivery;
  };
  beforeEach(() => void (stage.current = new Stage()));
  afterEach(() => Promise.all(running.splice(0).map((delivery) => delivery.stop())));
  return { stage, running, start };
}
