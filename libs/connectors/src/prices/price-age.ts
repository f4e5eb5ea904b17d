import { z } from 'zod';
import type { Json } from '@droptrack/sources';

const HOUR_MS = 3_600_000;
/** Maximum age of a price at the source by its confidence there, from high to low; no price below the last one. */
const AGES = [
  // The source returns no older prices.
  { confidenceMin: 0.99, ageMsMax: 12 * HOUR_MS },
  { confidenceMin: 0.9, ageMsMax: 4 * HOUR_MS },
] as const;
/** Prices that may be missed in a row before the source counts as stopped. */
const GAPS_MAX = 2;

/** Times of the prices of a token at the source: how often it gets one follows from how often it is traded. */
export interface PriceTimes {
  /** Instant of the last price, milliseconds since the epoch. */
  readonly lastMs: number;
  /** Time between the last price and the one before; null until there are two. */
  readonly gapMs: number | null;
}

const timesShape = z.object({ lastMs: z.int().min(0), gapMs: z.int().min(0).nullable() });

/** Times that an earlier poll stored; null without valid ones. */
export const readPriceTimes = (memory: unknown): PriceTimes | null => timesShape.safeParse(memory).data ?? null;

/** The same as state of a poll. */
export const storedPriceTimes = ({ lastMs, gapMs }: PriceTimes): Json => ({ lastMs, gapMs });

/** Times with those of the price at an instant. Polls see one price an hour at most, so gaps are an hour or more. */
export function nextPriceTimes(last: PriceTimes | null, atMs: number): PriceTimes {
  if (last === null) return { lastMs: atMs, gapMs: null };
  return atMs > last.lastMs ? { lastMs: atMs, gapMs: atMs - last.lastMs } : last;
}

/**
 * Maximum age of a price, in milliseconds; null if its confidence is too low at any age.
 *
 * A token that is rarely traded has an old price that is right. For one whose price used to change every hour, an old price
 * means that the source has stopped.
 */
export function priceAgeMsMax(confidence: number, times: PriceTimes | null): number | null {
  const limit = AGES.find(({ confidenceMin }) => confidence >= confidenceMin);
  if (limit === undefined) return null;
  const gapMs = times?.gapMs ?? null;
  return gapMs === null ? limit.ageMsMax : Math.min(limit.ageMsMax, GAPS_MAX * Math.max(HOUR_MS, gapMs));
}
