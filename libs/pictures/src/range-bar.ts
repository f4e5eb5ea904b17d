import { AXIS_HEIGHT_PX, axis, fontPxOf, kindOf, type PlotArea } from './axes';
import { amountText, logAxis } from './log-axis';
import type { PictureOptions } from './picture';
import { coordinate, label, svg } from './svg';
import { textWidthPx } from './text-width';

/** Quantiles of an amount, in USD: p10 ≤ p50 ≤ p90. */
export type Quantiles = Readonly<Record<'p10' | 'p50' | 'p90', number>>;

/** Least width of the bar, so that equal quantiles are visible. */
const BAR_WIDTH_MIN_PX = 2;
/** Distance between the names of two quantiles. */
const NAME_GAP_PX = 6;

/** Bar from p10 to p90 with a mark at p50, over a logarithmic axis in USD. Zero has a place of its own on the axis. */
export function rangeBar({ p10, p50, p90 }: Quantiles, options: PictureOptions): string {
  const { widthPx, heightPx } = options;
  const fontPx = fontPxOf(widthPx);
  const area: PlotArea = {
    left: fontPx,
    right: widthPx - fontPx,
    top: fontPx + 6,
    bottom: heightPx - AXIS_HEIGHT_PX,
  };
  const { at, ticks } = logAxis([p10, p50, p90], area, widthPx, (amount) => `$${amountText(amount)}`);
  const [from, middle, to] = [at(p10), at(p50), at(p90)];
  const height = Math.max(1, area.bottom - area.top - 6);
  const bar = `<rect class="bar" x="${coordinate(from)}" y="${area.top}" width="${coordinate(Math.max(BAR_WIDTH_MIN_PX, to - from))}" height="${coordinate(height)}" rx="3"/>`;
  const mark = `<path class="mark" d="M${coordinate(middle)} ${area.top - 3}v${coordinate(height + 6)}"/>`;
  return svg(
    kindOf('range', widthPx),
    options,
    axis(ticks, area, widthPx) + bar + mark + names([from, middle, to], area.top - 7, fontPx),
  );
}

/** Names of the quantiles above their places, without those that would touch the one of p50. */
function names([from, middle, to]: readonly [number, number, number], y: number, fontPx: number): string {
  const isApart = (x: number): boolean => Math.abs(x - middle) > textWidthPx('p50', fontPx) + NAME_GAP_PX;
  return [
    isApart(from) ? label('p10', { x: from, y, anchor: 'middle' }) : '',
    label('p50', { x: middle, y, anchor: 'middle' }),
    isApart(to) ? label('p90', { x: to, y, anchor: 'middle' }) : '',
  ].join('');
}
