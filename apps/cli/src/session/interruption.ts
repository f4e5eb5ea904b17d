/** Stop requests of the operator or a supervisor. */
export interface Interruption {
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  readonly isRequested: boolean;
  /** Resolves at a second signal, which forces the stop. */
  readonly insisted: Promise<void>;
  /** Removes the signal handlers. */
  end(): void;
}

/** The part of `process` that emits signals. */
export interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
}

/** Signals of Ctrl-C, of a supervisor, and of a closed terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

/** Calls `listener` at every stop signal. @returns a function that removes the listener. */
export function onStopSignal(signals: SignalSource, listener: () => void): () => void {
  for (const signal of STOP_SIGNALS) signals.on(signal, listener);
  return () => STOP_SIGNALS.forEach((signal) => signals.off(signal, listener));
}

/**
 * Time in which a signal counts as the same one. `npm start` forwards a signal that the terminal has already sent to
 * this process, so one Ctrl-C arrives twice.
 */
const SAME_SIGNAL_MS = 500;

/** Listens for stop signals until `end`. */
export function watchInterruption(signals: SignalSource, nowMs: () => number): Interruption {
  let firstAtMs: number | null = null;
  let request: () => void = () => undefined;
  let insist: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => (request = resolve));
  const insisted = new Promise<void>((resolve) => (insist = resolve));
  const listener = (): void => {
    if (firstAtMs === null) {
      firstAtMs = nowMs();
      request();
    } else if (nowMs() - firstAtMs > SAME_SIGNAL_MS) {
      insist();
    }
  };
  const end = onStopSignal(signals, listener);
  return {
    requested,
    insisted,
    get isRequested() {
      return firstAtMs !== null;
    },
    end,
  };
}
