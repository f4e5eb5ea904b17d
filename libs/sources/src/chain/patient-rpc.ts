import { exponentialDelayMs } from '@droptrack/resilience';
import { SourceError, type SourceErrorKind } from '../source-error';
import type { JsonRpc } from './json-rpc';

/** Failures that pass: calls are sent again after a wait. */
const PASSING: readonly SourceErrorKind[] = ['rate_limited', 'network', 'down'];
const ATTEMPTS_MAX = 8;
const WAIT_RANGE = { firstMs: 1_000, maxMs: 60_000 };

export interface Patience {
  /** Ends the waiting, with the failure. */
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onWait: (failure: SourceError, waitMs: number) => void;
}

/**
 * Sends a call again, up to 8 times in all, while the node limits requests, does not respond in time or cannot be reached: after the
 * wait that it asked for, else after 1 s and twice as long each time, up to 1 min, with jitter.
 */
export function patientRpc(rpc: JsonRpc, { signal, sleep, random, onWait }: Patience): JsonRpc {
  return async (method, params, bodyBytesMax) => {
    for (let failures = 0; ; failures++) {
      try {
        return await rpc(method, params, bodyBytesMax);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        // Fewer blocks help a query of logs that takes too long.
        const isPassing = PASSING.includes(error.kind) || (error.kind === 'timeout' && method !== 'eth_getLogs');
        if (!isPassing || failures + 1 >= ATTEMPTS_MAX || signal.aborted) throw error;
        const waitMs = error.retryAfterMs ?? exponentialDelayMs(WAIT_RANGE, failures, random);
        // A longer pause is left to the operator.
        if (waitMs > WAIT_RANGE.maxMs) throw error;
        onWait(error, waitMs);
        await sleep(waitMs, signal);
        if (signal.aborted) throw error;
      }
    }
  };
}
