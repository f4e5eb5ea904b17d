import { exponentialDelayMs } from '@droptrack/resilience';
import { SourceError } from '../source.error';

const FAILURES_TO_OPEN = 5;
const OPEN_RANGE = { firstMs: 15_000, maxMs: 600_000 };
/** Said to those who come while the one probe is under way: about as long as a request may take. */
const PROBE_WAIT_MS = 10_000;
const LEFT_ALONE_MAX_MS = 3_600_000;
const HOSTS_MAX = 1_000;

/**
 * How a request ended, as far as its host is concerned.
 *
 * `failed`: the host did not answer in time, could not be reached, cut its answer off or said that it is broken
 * (status 500 and above). `answered`: anything else that came back. What is too large or not of the documented shape
 * counts as answered: it is about one page, and other pages of the same host may be well. `abandoned`: we ended the
 * request ourselves, which says nothing of the host.
 */
export type Outcome = 'answered' | 'failed' | 'abandoned';

/** One request that may go out. Must be ended, whatever becomes of it. */
export interface Admission {
  end(outcome: Outcome): void;
}

/** A host that is not asked as usual. */
export interface HostBreakerState {
  /** Scheme, host and port. */
  readonly host: string;
  /** `left_alone`: it is well and asked for a pause. */
  readonly state: 'open' | 'half_open' | 'left_alone';
  /** Until a request is let through; 0 once one is. */
  readonly retryAfterMs: number;
}

interface Trouble {
  /** In a row, while closed. */
  failures: number;
  /** In a row, without a probe that went well. */
  openings: number;
  /** Null while closed. */
  openUntilMs: number | null;
  probe: Admission | null;
  leftAloneUntilMs: number;
}

/**
 * Keeps requests away from hosts that would not answer them: a circuit breaker per origin, and the waits that hosts
 * ask for themselves. One for all polls of a worker.
 *
 * Five failures in a row open a gate, for 15 s, then twice as long each time, at most 10 min, of which chance takes
 * up to a half. Then one request goes as a probe: if it is answered the gate closes, if it fails it opens for longer.
 * Only hosts in trouble are remembered, of those the 1 000 that were last heard of.
 */
export class HostBreakers {
  readonly #troubles = new Map<string, Trouble>();

  /**
   * @param clock.monotonicMs - milliseconds; never steps back.
   * @param clock.random - from 0 to 1.
   */
  constructor(private readonly clock: { readonly monotonicMs: () => number; readonly random: () => number }) {}

  /** @throws {SourceError} `down` or `rate_limited`, with the rest of the wait, when the host is not to be asked now. */
  enter(url: URL): Admission {
    const trouble = this.#troubles.get(url.origin);
    const admission: Admission = { end: (outcome) => this.#ended(url.origin, admission, outcome) };
    if (trouble === undefined) return admission;
    const nowMs = this.clock.monotonicMs();
    if (nowMs < trouble.leftAloneUntilMs) {
      throw new SourceError('rate_limited', `${url.host}: wants to be left alone`, trouble.leftAloneUntilMs - nowMs);
    }
    if (trouble.openUntilMs === null) return admission;
    const waitMs = trouble.probe === null ? trouble.openUntilMs - nowMs : PROBE_WAIT_MS;
    if (waitMs > 0) throw new SourceError('down', `${url.host}: is not asked for now, as it failed too often`, waitMs);
    trouble.probe = admission;
    return admission;
  }

  /** The host said for how long; at most an hour of it is kept. Waits never get shorter. */
  leaveAlone(url: URL, forMs: number): void {
    const untilMs = this.clock.monotonicMs() + Math.min(forMs, LEFT_ALONE_MAX_MS);
    const trouble = this.#remember(url.origin);
    trouble.leftAloneUntilMs = Math.max(trouble.leftAloneUntilMs, untilMs);
  }

  /** The hosts whose gates are not closed, and those that want to be left alone. */
  state(): HostBreakerState[] {
    const nowMs = this.clock.monotonicMs();
    return [...this.#troubles].flatMap(([host, { openUntilMs, leftAloneUntilMs }]): HostBreakerState[] => {
      if (nowMs < leftAloneUntilMs) return [{ host, state: 'left_alone', retryAfterMs: leftAloneUntilMs - nowMs }];
      if (openUntilMs === null) return [];
      const retryAfterMs = Math.max(0, openUntilMs - nowMs);
      return [{ host, state: retryAfterMs > 0 ? 'open' : 'half_open', retryAfterMs }];
    });
  }

  #ended(origin: string, admission: Admission, outcome: Outcome): void {
    if (outcome === 'failed') return this.#failed(this.#remember(origin), admission);
    const trouble = this.#troubles.get(origin);
    if (trouble === undefined || !concerns(trouble, admission)) return;
    if (outcome === 'abandoned') {
      trouble.probe = null;
    } else if (this.clock.monotonicMs() < trouble.leftAloneUntilMs) {
      Object.assign(trouble, { failures: 0, openings: 0, openUntilMs: null, probe: null });
    } else {
      this.#troubles.delete(origin);
    }
  }

  #failed(trouble: Trouble, admission: Admission): void {
    if (!concerns(trouble, admission)) return;
    trouble.failures += 1;
    if (trouble.openUntilMs === null && trouble.failures < FAILURES_TO_OPEN) return;
    const openMs = exponentialDelayMs(OPEN_RANGE, trouble.openings, this.clock.random);
    trouble.openUntilMs = this.clock.monotonicMs() + openMs;
    trouble.openings += 1;
    trouble.probe = null;
  }

  /** Of one that was forgotten nothing is known, as of one that never failed. */
  #remember(origin: string): Trouble {
    const known = this.#troubles.get(origin);
    const trouble = known ?? { failures: 0, openings: 0, openUntilMs: null, probe: null, leftAloneUntilMs: -Infinity };
    this.#troubles.delete(origin);
    this.#troubles.set(origin, trouble);
    const [oldest] = this.#troubles.keys();
    if (this.#troubles.size > HOSTS_MAX && oldest !== undefined) this.#troubles.delete(oldest);
    return trouble;
  }
}

/** While a gate is not closed only its probe counts: others began before it opened. */
const concerns = (trouble: Trouble, admission: Admission): boolean =>
  trouble.openUntilMs === null || trouble.probe === admission;
