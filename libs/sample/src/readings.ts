import { signalsNotApplicable } from '@droptrack/catalogue';
import { definitionOf } from './definition';
import { CYCLE_DAYS, DAY_MS, DAYS_HEARD_BEFORE, type Life, lifeOf, livesHeardOf } from './life';
import { hashText } from './random';
import { type ReadSignal, SHAPES, type SignalShape } from './shapes';
import { SignalCurve } from './values';

/** One value of a signal of a made-up drop. */
export interface SampleReading {
  readonly dropId: string;
  readonly signal: ReadSignal;
  /** A multiple of the signal's own interval; milliseconds since the epoch. */
  readonly observedAtMs: number;
  readonly value: number;
  readonly source: 'sample';
}

/** A span of time, milliseconds since the epoch. */
export interface ReadingsOptions {
  readonly seed: string;
  /** Exclusive. */
  readonly afterMs: number;
  /** Inclusive. */
  readonly untilMs: number;
}

const HOUR_MS = 3_600_000;
/** A source of which nothing ever comes, and the one that fails: it answers for two days in twelve. */
const DEAD: readonly ReadSignal[] = ['farcaster_authors', 'reddit_authors', 'news_articles'];
const FAILING = { everyDays: 12, answeringDays: 2 };

/**
 * The readings of a span, of every drop that is shown in it or will be within 35 days: by drop, signal and time.
 *
 * A function of the seed and the instant alone. What a span holds of an instant is what every other span holds of it.
 */
export function* sampleReadings(options: ReadingsOptions): Generator<SampleReading> {
  const lives = livesHeardOf(options.seed, dayOf(options.afterMs), dayOf(options.untilMs));
  for (const life of lives) yield* readingsOf(life, options);
}

/** Those of one drop; none for an id that is not the sample's. */
export function* sampleReadingsOf(dropId: string, options: ReadingsOptions): Generator<SampleReading> {
  const life = lifeOf(options.seed, dropId);
  if (life !== null) yield* readingsOf(life, options);
}

function* readingsOf(life: Life, { afterMs, untilMs }: ReadingsOptions): Generator<SampleReading> {
  const firstMs = Math.max(afterMs + 1, (life.startDay - DAYS_HEARD_BEFORE) * DAY_MS);
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

/** Signals that a drop can have, and that somebody reads. */
function shapesOf(life: Life): SignalShape[] {
  const { trouble, unread } = life.traits;
  const impossible = signalsNotApplicable(definitionOf(life, 0));
  const unheard = new Set([...impossible, ...unread, ...(trouble === 'dead' ? DEAD : [])]);
  return SHAPES.filter(({ id }) => !unheard.has(id));
}

function isSilent({ seed, traits }: Life, atMs: number): boolean {
  if (traits.trouble !== 'failing') return false;
  const day = (dayOf(atMs) + (hashText(seed) % FAILING.everyDays)) % FAILING.everyDays;
  return day >= FAILING.answeringDays;
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
