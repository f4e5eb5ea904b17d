import { scaleLog } from 'd3-scale';
import { type PlotArea, type Tick, ticksThatFit } from './axes';

/** Logarithmic axis on which zero has a place of its own at the left edge. */
export interface LogAxis {
  /** Position of an amount. Negative amounts are at zero. */
  readonly at: (amount: number) => number;
  readonly ticks: readonly Tick[];
}

/** Distance between zero and the least positive amount of the axis. */
const ZERO_GAP_PX = 36;
/** Steps within a decade at which an axis can begin, end and have ticks. */
const STEPS = [1, 2, 5] as const;
/** Bounds of amounts on an axis; those beyond are drawn at its edge. */
const [AMOUNT_MIN, AMOUNT_MAX] = [1e-12, 1e15];

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const SMALL = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2, maximumFractionDigits: 20 });

/** Amount in the few characters that a tick has. */
export const amountText = (amount: number): string =>
  amount !== 0 && amount < 0.001 ? amount.toExponential(0) : (amount < 1 ? SMALL : COMPACT).format(amount);

/**
 * Axis that shows all amounts. It begins and ends at 1, 2 or 5 times a power of ten.
 *
 * @param amounts - not negative and finite; others count as zero.
 */
export function logAxis(
  amounts: readonly number[],
  area: PlotArea,
  widthPx: number,
  textOf: (amount: number) => string,
): LogAxis {
  const bounded = amounts.map((amount) => (amount > 0 ? Math.min(Math.max(amount, AMOUNT_MIN), AMOUNT_MAX) : 0));
  const positive = bounded.filter((amount) => amount > 0);
  const hasZero = positive.length < bounded.length;
  const [low, high] = positive.length === 0 ? [1, 10] : niceBounds(Math.min(...positive), Math.max(...positive));
  const left = hasZero ? area.left + ZERO_GAP_PX : area.left;
  const scale = scaleLog([low, high], [left, area.right]).clamp(true);
  const zero: Tick[] = hasZero ? [{ x: area.left, text: textOf(0) }] : [];
  const room = ticksThatFit({ ...area, left }, widthPx);
  return {
    at: (amount) => (amount > 0 ? scale(amount) : area.left),
    ticks: [...zero, ...tickAmounts(low, high, room).map((amount) => ({ x: scale(amount), text: textOf(amount) }))],
  };
}

/** Index of a step: three in each decade, 0 for an amount of 1. */
const stepAt = (index: number): number => Number(`${STEPS[((index % 3) + 3) % 3] ?? 1}e${Math.floor(index / 3)}`);

function niceBounds(least: number, greatest: number): [number, number] {
  let low = 3 * Math.floor(Math.log10(least)) + 3;
  while (stepAt(low) > least) low -= 1;
  let high = 3 * Math.floor(Math.log10(greatest));
  while (stepAt(high) < greatest) high += 1;
  return high - low < 2 ? [stepAt(low - 1), stepAt(high + 1)] : [stepAt(low), stepAt(high)];
}

/** All steps if there is room for them, otherwise the powers of ten, or those at equal distances. */
function tickAmounts(low: number, high: number, most: number): number[] {
  const first = Math.round(Math.log10(low) * 3 - 1.5);
  const all: number[] = [];
  for (let index = first; stepAt(index) <= high; index += 1) if (stepAt(index) >= low) all.push(stepAt(index));
  if (all.length <= most) return all;
  const powers = all.filter((amount) => /^1(e|0*$)|^0\.0*1$/.test(String(amount)));
  if (powers.length < 2) return [low, high];
  const every = Math.ceil(powers.length / most);
  return powers.filter((_, index) => index % every === 0);
}
