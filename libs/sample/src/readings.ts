import { signalsNotApplicable } from '@droptrack/catalogue';
import { definitionOf } from './definition';
import { CYCLE_DAYS, DAY_MS, DAYS_READ_BEFORE, type Life, lifeOf, livesWithReadings } from './life';
import { hashText } from './random';
import { type ReadSignal, SHAPES, type SignalShape } from './shapes';
import { SignalCurve } from './values';

/** Reading of a fictitious drop. */
export interface SampleReading {
  readonly dropId: string;
  readonly signal: ReadSignal;
  /** Multiple of the interval of the signal; milliseconds since the epoch. */
  readonly observedAtMs: number;
  readonly value: number;
  readonly source: 'sample';
}

/** Time range of readings, milliseconds since the epoch. */
export interface ReadingsOptions {
  readonly seed: string;
  /** Exclusive. */
  readonly afterMs: number;
  /** Inclusive. */
  readonly untilMs: number;
}

const HOUR_MS = 3_600_000;
/** Signals of sources without readings, and the pattern of a source that works on two days of twelve. */
const DEAD: readonly ReadSignal[] = ['farcaster_authors', 'reddit_authors', 'news_articles'];
const FAILING = { everyDays: 12, workingDays: 2 };

/**
 * Readings of a time range for every drop that is published within it or in the 35 days after, by drop, signal and time.
 * They are a function of the seed and the instant, so overlapping ranges contain the same readings.
 */
export function* sampleReadings(options: ReadingsOptions): Generator<SampleReading> {
  const lives = livesWithReadings(options.seed, dayOf(options.afterMs), dayOf(options.untilMs));
  for (const life of lives) yield* readingsOf(life, options);
}

/** Readings of one drop; none for an id outside the sample. */
export function* sampleReadingsOf(dropId: string, options: ReadingsOptions): Generator<SampleReading> {
  const life = lifeOf(options.seed, dropId);
  if (life !== null) yield* readingsOf(life, options);
}

function* readingsOf(life: Life, { afterMs, untilMs }: ReadingsOptions): Generator<SampleReading> {
  const firstMs = Math.max(afterMs + 1, (life.startDay - DAYS_READ_BEFORE) * DAY_MS);
  const lastMs = Math.min(untilMs, (life.startDay + CYCLE_DAYS) * DAY_MS - 1);
  if (firstMs > lastMs) return;
  for (const shape of shapesOf(life)) {
    const curve = new SignalCurve(life, shape);
    const stepMs = shape.everyHours * HOUR_MS;
    for (let atMs = Math.ceil(firstMs / stepMs) * stepMs; atMs <= lastMs; atMs += stepMs) {
      if (isSilent(life, atMs)) continue;
      yield { dropId: life.dropId, signal: shape.id, observedAtMs: atMs, value: curve.at(atMs), source: 'sample' };
    }
  }
}

/** Signals of a drop that are applicable and have a source. */
function shapesOf(life: Life): SignalShape[] {
  const { trouble, unread } = life.traits;
  const impossible = signalsNotApplicable(definitionOf(life, 0));
  const missing = new Set([...impossible, ...unread, ...(trouble === 'dead' ? DEAD : [])]);
  return SHAPES.filter(({ id }) => !missing.has(id));
}

function isSilent({ seed, traits }: Life, atMs: number): boolean {
  if (traits.trouble !== 'failing') return false;
  const day = (dayOf(atMs) + (hashText(seed) % FAILING.everyDays)) % FAILING.everyDays;
  return day >= FAILING.workingDays;
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
