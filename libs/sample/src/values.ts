import { DAY_MS, DAYS_READ_BEFORE, CYCLE_DAYS, type Life } from './life';
import { PLANNED_EVENTS, startMs } from './events';
import { hashPair, hashText, normalOf, unitOf } from './random';
import type { SignalShape } from './shapes';

const HOUR_MS = 3_600_000;
const RANKS = 15;
/** Days in which the rise of a signal doubles before an event, and halves after it. */
const RISE_DAYS = 2.5;
const FALL_DAYS = 1.5;
/** Spikes of a faulty source: sixtyfold values for eight hours on one day in five. */
const SPIKE = { everyDays: 5, fromHour: 6, toHour: 14, factor: 60 };

/** One signal of one drop, as a function of the instant. */
export class SignalCurve {
  readonly #hash: number;
  readonly #level: number;
  /** Trend of the logarithm over the whole life. */
  readonly #trend: number;
  readonly #events: readonly number[];

  constructor(
    private readonly life: Life,
    private readonly shape: SignalShape,
  ) {
    const { seed, dropId, traits } = life;
    this.#hash = hashText(`${seed}/${dropId}/${shape.id}`);
    const fame = clamp(traits.fame + 0.08 * normalOf(hashPair(this.#hash, -1)), 0, 1);
    this.#level = shape.low <= 0 ? fame : shape.low * (shape.high / shape.low) ** fame;
    this.#trend = -0.3 + 1.1 * unitOf(hashPair(this.#hash, -2));
    this.#events = PLANNED_EVENTS[traits.plan]
      .filter(({ confirmedFromDay }) => confirmedFromDay !== null)
      .map((planned) => startMs(life, planned));
  }

  /** Value in the unit of the signal: counts are whole, fractions from 0 to 1. */
  at(atMs: number): number {
    const usual = this.#usual(atMs);
    switch (this.shape.form) {
      case 'count':
        return Math.round(usual * this.#spike(atMs));
      case 'amount':
        return Math.round(usual);
      case 'rank':
        return rankShare(usual);
      case 'odds':
        return this.#odds(atMs);
    }
  }

  #usual(atMs: number): number {
    const { rise, weekly, noise } = this.shape;
    const weeks = Math.cos((2 * Math.PI * atMs) / (7 * DAY_MS));
    const calm = this.life.traits.trouble === 'spikes' ? 0.2 : 1;
    const part = 1 + weekly * weeks + noise * this.#noise(atMs) + calm * rise * this.#nearness(atMs);
    return this.#level * Math.exp(this.#trend * this.#progress(atMs)) * Math.max(0.05, part);
  }

  /** Progress from the first reading (0) to the end of the life (1). */
  #progress(atMs: number): number {
    const days = atMs / DAY_MS - this.life.startDay;
    return (days + DAYS_READ_BEFORE) / (CYCLE_DAYS + DAYS_READ_BEFORE);
  }

  /** Proximity of the nearest event: 1 at the event, less before and after. */
  #nearness(atMs: number): number {
    let nearest = 0;
    for (const eventMs of this.#events) {
      const days = (atMs - eventMs) / DAY_MS;
      nearest = Math.max(nearest, 2 ** (days < 0 ? days / RISE_DAYS : -days / FALL_DAYS));
    }
    return nearest;
  }

  /** Noise of about -2 to 2, interpolated between knots. */
  #noise(atMs: number): number {
    const position = atMs / (this.shape.knotHours * HOUR_MS);
    const knot = Math.floor(position);
    const [before, after] = [normalOf(hashPair(this.#hash, knot)), normalOf(hashPair(this.#hash, knot + 1))];
    return before + (after - before) * (position - knot);
  }

  /** Factor of a faulty source whose spikes no other source confirms. */
  #spike(atMs: number): number {
    if (this.life.traits.trouble !== 'spikes' || this.shape.id !== 'reddit_authors') return 1;
    const day = Math.floor(atMs / DAY_MS);
    const hour = (atMs - day * DAY_MS) / HOUR_MS;
    const isSpiking = day % SPIKE.everyDays === 0 && hour >= SPIKE.fromHour && hour < SPIKE.toHour;
    return isSpiking ? SPIKE.factor : 1;
  }

  /** Odds that rise with the progress, as a walk of their logarithm. */
  #odds(atMs: number): number {
    const { low, high, noise } = this.shape;
    const expected = low + (high - low) * this.life.traits.fame;
    const logOdds = Math.log(expected / (1 - expected)) + 2 * (this.#progress(atMs) - 0.5) + noise * this.#noise(atMs);
    return Math.round(1_000 / (1 + Math.exp(-logOdds))) / 1_000;
  }
}

/** Share of the rank, from 1 for rank 1 to almost 0 for rank 15; 0 outside the list. */
function rankShare(attention: number): number {
  const rank = Math.ceil((1.75 - attention) * RANKS);
  return rank > RANKS ? 0 : 1 - (Math.max(1, rank) - 1) / RANKS;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
