import { createHash } from 'node:crypto';
import { exponentialDelayMs } from '@droptrack/resilience';

const FIRST_MS = 30_000;

/**
 * When a source that answered is asked about a drop again: at the drop's own place in the interval, so that drops that
 * became known together do not stay together, from half to one and a half intervals ahead.
 *
 * @returns milliseconds since the epoch, as `nowMs`.
 */
export function afterAnswer(dropId: string, source: string, intervalMs: number, nowMs: number): number {
  const placeMs = Math.floor(placeOf(dropId, source) * intervalMs);
  const earliestMs = nowMs + intervalMs / 2;
  return Math.ceil((earliestMs - placeMs) / intervalMs) * intervalMs + placeMs;
}

/**
 * When a source that failed is tried again: twice as long each time, up to its interval, spread over the second half of
 * the wait; not before the source wishes.
 *
 * @param failures - in a row, with this one.
 * @param retryAfterMs - what the source wishes; null where it said nothing.
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
function placeOf(dropId: string, source: string): number {
  return createHash('sha256').update(`${source}/${dropId}`).digest().readUInt32BE() / 2 ** 32;
}
