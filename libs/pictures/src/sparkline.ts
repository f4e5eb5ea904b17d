import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { PictureOptions } from './picture';
import { coordinate, svg } from './svg';

/** Size, title and scale of a sparkline. */
export interface SparklineOptions extends PictureOptions {
  /** Values at the lower and the upper edge. Default: the least and the greatest value. */
  readonly domain?: readonly [number, number];
}

/** Room for the width of the line and for the dot at its end. */
const PADDING_PX = 3;
const DOT_RADIUS_PX = 2;

const isKnown = (value: number | null | undefined): value is number => Number.isFinite(value);

/**
 * Line of values without axes, with a dot at its end. A gap of the values is a gap of the line, and a value between two
 * gaps is a point. A last value that is unknown leaves the dot out.
 *
 * @param values - at equal distances; null or not finite where nothing is known. Values beyond the domain are drawn at its edge.
 */
export function sparkline(values: readonly (number | null)[], options: SparklineOptions): string {
  const { widthPx, heightPx, domain = extent(values) } = options;
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [PADDING_PX, widthPx - PADDING_PX]);
  const y = scaleLinear(domain, [heightPx - PADDING_PX, PADDING_PX]).clamp(true);
  const path = line<number | null>()
    .defined(isKnown)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
    .digits(1)([...values]);
  const last = values.at(-1);
  const dot = isKnown(last)
    ? `<circle class="dot" cx="${coordinate(x(values.length - 1))}" cy="${coordinate(y(last))}" r="${DOT_RADIUS_PX}"/>`
    : '';
  return svg('sparkline', options, path === null ? '' : `<path class="line" d="${path}"/>${dot}`);
}

/** Least and greatest value, as far as a scale separates them. Values that are all equal are in the middle. */
function extent(values: readonly (number | null)[]): [number, number] {
  const known = values.filter(isKnown);
  if (known.length === 0) return [0, 1];
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  const range = greatest - least;
  if (range === Infinity) return [least / 2, greatest / 2];
  // Of the smallest numbers of all, the reciprocal is infinite, and a scale over them has no coordinates.
  return Number.isFinite(1 / range) ? [least, greatest] : [least - 1, greatest + 1];
}
