import type { EgressResult } from '@droptrack/egress';
import { DatabaseUnavailableError, type DeliveryOutcome, type LeasedDelivery } from '@droptrack/persistence';
import { createLogger } from '@droptrack/program/logging';
import type { WorkClock } from '../context';
import { Dispatcher, type DispatcherDeps } from './dispatcher';
import type { AttemptResult } from './http-sender';

/** A leased delivery with defaults. */
export function leased(of: Partial<LeasedDelivery> & { readonly id: string }): LeasedDelivery {
  return {
    leaseNumber: 1,
    endpointId: 'wh_1',
    account: 'account',
    url: 'https://receiver.example.com/hook',
    eventId: `evt_${of.id}`,
    body: Buffer.from(`{"id":"evt_${of.id}"}`),
    tries: 0,
    dueMs: 0,
    secrets: [{ sealed: Buffer.from('sealed'), keyId: 'key' }],
    ...of,
  };
}

/** A response with the status 200, and with the given members. */
export const responseOf = (of: Partial<EgressResult> = {}): EgressResult => ({
  statusCode: 200,
  error: null,
  response: null,
  retryAfterMs: null,
  durationMs: 1,
  ...of,
});

/** Outcome of a successful attempt. */
export const delivered = (delivery: LeasedDelivery): DeliveryOutcome => ({
  delivery,
  atMs: 0,
  isDelivered: true,
  ...responseOf(),
});

export const NO_METRICS = {
  began: () => undefined,
  ended: () => undefined,
  unsent: () => undefined,
  recorded: () => undefined,
};

export const REPORT = { delivered: 0, failed: 0, exhausted: 0, void: 0, disabled: [] } as const;

/** A logger that keeps its lines. */
export function loggerInto(lines: string[]) {
  return createLogger('worker', 'debug', { write: (line) => void lines.push(line) });
}

/** Waits until a condition holds, for as long as a slow machine may take. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = holds.toString(),
  timeoutMs = 60_000,
): Promise<void> {
  for (const endMs = performance.now() + timeoutMs; !(await holds());) {
    if (performance.now() > endMs) throw new Error(`It took too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Ids of deliveries, as numbers from `from` on. */
export const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, n) => String(from + n));

/** Longest step of {@link steadyClock}, in milliseconds: loops poll every 500 ms, so a longer one is a pause of the machine. */
const STEP_MS_MAX = 1_000;

/** A monotonic clock that skips pauses of the machine, so that no delivery is released because of one. */
function steadyClock(): () => number {
  let readMs = performance.now();
  let ms = readMs;
  return () => {
    const nowMs = performance.now();
    ms += Math.min(nowMs - readMs, STEP_MS_MAX);
    readMs = nowMs;
    return ms;
  };
}

/** Options of a dispatcher under test. */
export interface StageOptions extends Partial<Pick<DispatcherDeps, 'limits' | 'stopMs'>> {
  readonly clock?: Partial<WorkClock>;
  readonly queue?: Partial<DispatcherDeps['queue']>;
}

/** A queue in memory, and receivers that respond at once or when the test says so. */
class Stage {
  readonly monotonicMs = steadyClock();
  readonly queue: LeasedDelivery[] = [];
  /** Sizes of the leases that were requested. */
  readonly leases: number[] = [];
  readonly started: string[] = [];
  readonly recorded: string[] = [];
  /** With the delay, in milliseconds. */
  readonly released: string[] = [];
  readonly unsent = new Set<string>();
  readonly hanging = new Set<string>();
  isAway = false;
  failures = 0;
  inFlightMax = 0;
  readonly #pending = new Map<string, (result: AttemptResult) => void>();
  #dispatcher: Dispatcher | null = null;

  start({ clock, queue, ...options }: StageOptions = {}): Dispatcher {
    const dispatcher = new Dispatcher({
      context: {
        clock: { now: Date.now, monotonicMs: this.monotonicMs, mayWork: () => true, ...clock },
        random: Math.random,
        logger: loggerInto([]),
        failures: { failed: (_, error) => this.#failed(error) },
      },
      queue: {
        lease: ({ max }) => this.#whileConnected(() => this.#lease(max)),
        record: (outcomes) => this.#whileConnected(() => this.#record(outcomes)),
        release: (deliveries, { delayMs }) =>
          this.#whileConnected(() => void this.released.push(...deliveries.map(({ id }) => `${id} in ${delayMs}`))),
        ...queue,
      },
      sender: { send: (delivery) => this.#send(delivery) },
      metrics: NO_METRICS,
      stopMs: 50,
      ...options,
    });
    dispatcher.start();
    this.#dispatcher = dispatcher;
    return dispatcher;
  }

  /** Makes deliveries due, and wakes the dispatcher. */
  add(...of: readonly (string | number)[]): void {
    this.queue.push(...of.map((id) => leased({ id: String(id) })));
    this.#dispatcher?.wake();
  }

  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Ends attempts that hang. */
  respond(...to: readonly string[]): void {
    for (const id of to) this.#pending.get(id)?.(delivered(leased({ id })));
  }

  #failed(error: unknown): void {
    this.failures += 1;
    if (!(error instanceof DatabaseUnavailableError)) throw error;
  }

  async #whileConnected<T>(work: () => T): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isAway) throw new DatabaseUnavailableError('away');
    return work();
  }

  #lease(max: number) {
    this.leases.push(max);
    return { deliveries: this.queue.splice(0, max), nextDueMs: null, isHeldBack: false };
  }

  #record(outcomes: readonly DeliveryOutcome[]) {
    this.recorded.push(...outcomes.map(({ delivery }) => delivery.id));
    return REPORT;
  }

  #send(delivery: LeasedDelivery): Promise<AttemptResult> {
    this.started.push(delivery.id);
    if (this.unsent.has(delivery.id)) return Promise.resolve({ delivery, fault: 'unsigned' });
    this.inFlightMax = Math.max(this.inFlightMax, this.#dispatcher?.inFlight ?? 0);
    if (!this.hanging.has(delivery.id)) return Promise.resolve(delivered(delivery));
    return new Promise((resolve) => this.#pending.set(delivery.id, resolve));
  }
}

/** A stage of its own for each test; its dispatchers are stopped after the test. */
export function stageForEach() {
  const stage = { current: new Stage() };
  const running: Dispatcher[] = [];
  const start = (options: StageOptions = {}): Dispatcher => {
    const dispatcher = stage.current.start(options);
    running.push(dispatcher);
    return dispatcher;
  };
  beforeEach(() => void (stage.current = new Stage()));
  afterEach(() => Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop())));
  return { stage, start };
}
