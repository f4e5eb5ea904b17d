import { exponentialDelayMs } from '@droptrack/resilience';
import { SourceError } from '../source-error';
import { HostNotices } from './host-notices';

const FAILURES_TO_OPEN = 5;
const OPEN_RANGE = { firstMs: 15_000, maxMs: 600_000 };
/** Wait for other requests while the probe is in flight: about the timeout of a request. */
const PROBE_WAIT_MS = 10_000;
const PAUSE_MAX_MS = 3_600_000;
const HOSTS_MAX = 1_000;

/**
 * Outcome of a request with regard to its host.
 *
 * `failed`: timeout, connection error, truncated response, or status 500 and above. `answered`: any other response. A
 * response that is too large or of an unexpected shape counts as answered, as it concerns one page, and other pages of
 * the host may work. `abandoned`: this process aborted the request, which says nothing about the host.
 */
export type Outcome = 'answered' | 'failed' | 'abandoned';

/** Permission for one request. `end` must be called in every case. */
export interface Admission {
  end(outcome: Outcome): void;
}

/** A host with an open or half-open circuit breaker, or with a requested pause. */
export interface HostBreakerState {
  /** Scheme, host and port. */
  readonly host: string;
  /** `left_alone`: the host requested a pause with `Retry-After`. */
  readonly state: 'open' | 'half_open' | 'left_alone';
  /** Time until the next request is allowed; 0 once it is. */
  readonly retryAfterMs: number;
}

interface HostEntry {
  /** Failures in a row, while closed. */
  failures: number;
  /** Openings in a row without a successful probe. */
  openings: number;
  /** Null while closed. */
  openUntilMs: number | null;
  probe: Admission | null;
  pausedUntilMs: number;
}

/**
 * Circuit breakers per origin, and the pauses that hosts request. Shared by all polls of a worker.
 *
 * Five failures in a row open a breaker for 15 s, then for twice as long each time, up to 10 min, with jitter over the
 * second half. Then the breaker is half-open: one request is a probe. If it is answered the breaker closes, if it fails
 * the breaker opens for longer. Only failing hosts have an entry, up to the 1 000 most recent ones.
 */
export class HostBreakers {
  readonly #entries = new Map<string, HostEntry>();

  /**
   * @param clock.monotonicMs - milliseconds of a clock that never steps back.
   * @param clock.random - from 0 to 1.
   * @param notices - receives the announcements of the same hosts.
   */
  constructor(
    private readonly clock: { readonly monotonicMs: () => number; readonly random: () => number },
    readonly notices = new HostNotices(),
  ) {}

  /** @throws {SourceError} `down` or `rate_limited`, with the remaining wait, if no request is allowed now. */
  enter(url: URL): Admission {
    const entry = this.#entries.get(url.origin);
    const admission: Admission = { end: (outcome) => this.#ended(url.origin, admission, outcome) };
    if (entry === undefined) return admission;
    const nowMs = this.clock.monotonicMs();
    if (nowMs < entry.pausedUntilMs) {
      throw new SourceError('rate_limited', `${url.host}: requested a pause`, entry.pausedUntilMs - nowMs);
    }
    if (entry.openUntilMs === null) return admission;
    const waitMs = entry.probe === null ? entry.openUntilMs - nowMs : PROBE_WAIT_MS;
    if (waitMs > 0) throw new SourceError('down', `${url.host}: circuit breaker open after repeated failures`, waitMs);
    entry.probe = admission;
    return admission;
  }

  /** Pauses requests to a host for as long as it requested, up to an hour. A pause is never shortened. */
  pause(url: URL, forMs: number): void {
    const untilMs = this.clock.monotonicMs() + Math.min(forMs, PAUSE_MAX_MS);
    const entry = this.#entryOf(url.origin);
    entry.pausedUntilMs = Math.max(entry.pausedUntilMs, untilMs);
  }

  /** Hosts whose breaker is not closed, and those with a requested pause. */
  state(): HostBreakerState[] {
    const nowMs = this.clock.monotonicMs();
    return [...this.#entries].flatMap(([host, { openUntilMs, pausedUntilMs }]): HostBreakerState[] => {
      if (nowMs < pausedUntilMs) return [{ host, state: 'left_alone', retryAfterMs: pausedUntilMs - nowMs }];
      if (openUntilMs === null) return [];
      const retryAfterMs = Math.max(0, openUntilMs - nowMs);
      return [{ host, state: retryAfterMs > 0 ? 'open' : 'half_open', retryAfterMs }];
    });
  }

  #ended(origin: string, admission: Admission, outcome: Outcome): void {
    if (outcome === 'failed') return this.#failed(this.#entryOf(origin), admission);
    const entry = this.#entries.get(origin);
    if (entry === undefined || !concerns(entry, admission)) return;
    if (outcome === 'abandoned') {
      entry.probe = null;
    } else if (this.clock.monotonicMs() < entry.pausedUntilMs) {
      Object.assign(entry, { failures: 0, openings: 0, openUntilMs: null, probe: null });
    } else {
      this.#entries.delete(origin);
    }
  }

  #failed(entry: HostEntry, admission: Admission): void {
    if (!concerns(entry, admission)) return;
    entry.failures += 1;
    if (entry.openUntilMs === null && entry.failures < FAILURES_TO_OPEN) return;
    const openMs = exponentialDelayMs(OPEN_RANGE, entry.openings, this.clock.random);
    entry.openUntilMs = this.clock.monotonicMs() + openMs;
    entry.openings += 1;
    entry.probe = null;
  }

  /** Entry of a host, created if missing; the oldest entry is evicted. */
  #entryOf(origin: string): HostEntry {
    const known = this.#entries.get(origin);
    const entry = known ?? { failures: 0, openings: 0, openUntilMs: null, probe: null, pausedUntilMs: -Infinity };
    this.#entries.delete(origin);
    this.#entries.set(origin, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > HOSTS_MAX && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}

/** While a breaker is not closed only its probe counts: other requests began before it opened. */
const concerns = (entry: HostEntry, admission: Admission): boolean =>
  entry.openUntilMs === null || entry.probe === admission;
