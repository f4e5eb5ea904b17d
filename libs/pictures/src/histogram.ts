import { AXIS_HEIGHT_PX, axis, fontPxOf, kindOf, type PlotArea } from './axes';
import { amountText, type LogAxis, logAxis } from './log-axis';
import type { HistogramBin, PictureOptions } from './picture';
import { coordinate, label, svg, titleOf } from './svg';
import { fitText } from './text-width';

/** Size, title and unit of a histogram. */
export interface HistogramOptions extends PictureOptions {
  /** Unit of the bins' limits, such as a token symbol. */
  readonly unit: string;
}

/** Width of a bin whose limits are equal, such as the one amount that many wallets have: a share of the axis. */
const BIN_WIDTH_MIN = 0.04;

/** Bin on the axis; its height is its share by its width. */
interface Bar {
  readonly bin: HistogramBin;
  readonly x: number;
  readonly width: number;
  readonly density: number;
}

/**
 * Bins over a logarithmic axis. The area of a bin is its share, whatever its width. Neighbouring bins of one amount are
 * one bin, which is drawn over the others with the least width.
 *
 * @param bins - ascending, with limits that are not negative; a bin without a share is not drawn.
 */
export function histogram(bins: readonly HistogramBin[], options: HistogramOptions): string {
  const { widthPx, heightPx, unit } = options;
  const fontPx = fontPxOf(widthPx);
  const area: PlotArea = {
    left: fontPx,
    right: widthPx - fontPx,
    top: fontPx + 6,
    bottom: heightPx - AXIS_HEIGHT_PX,
  };
  const drawn = merged(bins.filter(({ share }) => share > 0 && Number.isFinite(share)));
  const limits = drawn.flatMap(({ from, to }) => [from, to]);
  const scale = logAxis(limits, area, widthPx, amountText);
  const bars = drawn.map((bin) => barOf(bin, scale, area));
  const densest = Math.max(...bars.map(({ density }) => density));
  const shapes = [...bars].sort((a, b) => b.width - a.width).map((bar) => shape(bar, densest, area, unit));
  return svg(
    kindOf('histogram', widthPx),
    options,
    label(fitText(unit, fontPx, widthPx), { x: widthPx, y: fontPx, anchor: 'end' }) +
      shapes.join('') +
      axis(drawn.length === 0 ? [] : scale.ticks, area, widthPx),
  );
}

/** Bins of which no two neighbours have one and the same amount. */
function merged(bins: readonly HistogramBin[]): HistogramBin[] {
  const result: HistogramBin[] = [];
  for (const bin of bins) {
    const last = result.at(-1);
    const isSame = last !== undefined && last.from === last.to && bin.from === bin.to && last.to === bin.from;
    if (isSame) result[result.length - 1] = { ...last, share: last.share + bin.share };
    else result.push(bin);
  }
  return result;
}

function barOf(bin: HistogramBin, { at }: LogAxis, { left, right }: PlotArea): Bar {
  const [from, to] = [at(bin.from), at(bin.to)];
  const width = Math.max(BIN_WIDTH_MIN * (right - left), to - from);
  const x = Math.min(Math.max(left, (from + to - width) / 2), right - width);
  return { bin, x, width, density: bin.share / width };
}

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

function shape({ bin, x, width, density }: Bar, densest: number, { top, bottom }: PlotArea, unit: string): string {
  const height = ((bottom - top) * density) / densest;
  const range = bin.from === bin.to ? amountText(bin.from) : `${amountText(bin.from)} to ${amountText(bin.to)}`;
  const rect = `<rect x="${coordinate(x)}" y="${coordinate(bottom - height)}" width="${coordinate(width)}" height="${coordinate(height)}"/>`;
  return `<g class="bin">${titleOf(`${range} ${unit}: ${PERCENT.format(bin.share)}`)}${rect}</g>`;
}
