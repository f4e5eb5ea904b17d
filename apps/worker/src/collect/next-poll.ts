import { createHash } from 'node:crypto';
import { exponentialDelayMs } from '@droptrack/resilience';

const FIRST_MS = 30_000;

/**
 * Start of the next poll after a success: at an offset of the drop within the interval, so that drops that were created
 * together are spread, from half to one and a half intervals ahead.
 *
 * @returns milliseconds since the epoch, as `nowMs`.
 */
export function afterAnswer(dropId: string, source: string, intervalMs: number, nowMs: number): number {
  const offsetMs = Math.floor(offsetOf(dropId, source) * intervalMs);
  const earliestMs = nowMs + intervalMs / 2;
  return Math.ceil((earliestMs - offsetMs) / intervalMs) * intervalMs + offsetMs;
}

/**
 * Start of the next poll after a failure: exponential backoff up to the interval, with jitter over the second half of the
 * wait, and not before `Retry-After`.
 *
 * @param failures - consecutive failures, including this one.
 * @param retryAfterMs - wait that the source requested; null without one.
 */
export function afterFailure(
  { failures, retryAfterMs, intervalMs }: { failures: number; retryAfterMs: number | null; intervalMs: number },
  nowMs: number,
  random: () => number,
): number {
  const delayMs = exponentialDelayMs({ firstMs: FIRST_MS, maxMs: intervalMs }, failures - 1, random);
  return Math.round(nowMs + Math.max(delayMs, (retryAfterMs ?? 0) * (1 + random() / 10)));
}

/** From 0 to 1, the same for the same drop and source. */
function offsetOf(dropId: string, source: string): number {
  return createHash('sha256').update(`${source}/${dropId}`).digest().readUInt32BE() / 2 ** 32;
}
