/** A person, or a supervisor, who wants the service to stop. */
export interface Interruption {
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  readonly isRequested: boolean;
  /** Resolves when somebody insists: a second signal. */
  readonly insisted: Promise<void>;
  /** Signals do what they did before. */
  end(): void;
}

/** The part of `process` that tells of signals. */
export interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
}

/** Ctrl-C, a supervisor's stop, and a terminal that is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** Calls `listener` at every signal to stop. @returns a function that ends that. */
export function onStopSignal(signals: SignalSource, listener: () => void): () => void {
  for (const signal of STOP_SIGNALS) signals.on(signal, listener);
  return () => STOP_SIGNALS.forEach((signal) => signals.off(signal, listener));
}

/**
 * `npm start` hands a signal on that the terminal has sent us already: one Ctrl-C
 * arrives twice. Only what comes later than this counts as another one.
 */
const SAME_SIGNAL_MS = 500;

/** Listens for the wish to stop until `end`. */
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
