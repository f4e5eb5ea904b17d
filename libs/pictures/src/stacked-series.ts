import { scaleLinear } from 'd3-scale';
import { AXIS_HEIGHT_PX, axis, fontPxOf, instantText, kindOf, type PlotArea, timeTicks } from './axes';
import { partClasses } from './picture-styles';
import type { PictureOptions, SeriesPart, SeriesPoint } from './picture';
import { coordinate, label, svg, titleOf } from './svg';
import { textWidthPx } from './text-width';

/** Points of a series with the parts that each consists of. */
export interface Series {
  /** Buckets of one length, in ascending order. */
  readonly points: readonly SeriesPoint[];
  /**
   * From the bottom of the stack to its top. The part with the id `prior` is drawn without colour. Without any parts,
   * columns have one colour and reach to their totals.
   */
  readonly parts: readonly SeriesPart[];
}

const SCORE_MAX = 100;
/** Length of a bucket that has no neighbour. */
const LONE_BUCKET_MS = 3_600_000;
/** Gap between columns, and between the parts of a column that are tall enough for one. */
const [COLUMN_GAP_PX, PART_GAP_PX] = [1.5, 0.7];
/** Distance of the labels of scores to their lines. */
const LABEL_GAP_PX = 6;
/** Heights from which the score has five lines instead of three. */
const FIVE_LINES_FROM_PX = 140;

/** Column of a bucket: its middle and its width on the axis. */
interface Column {
  readonly point: SeriesPoint;
  readonly middle: number;
  readonly width: number;
}

/**
 * Columns of stacked parts from 0 to 100 over a time axis in UTC, each from the start of its bucket to its end. A bucket
 * without a total is a gap. A line across each column is at its total.
 *
 * Every bucket is a `<g class="column" data-index="…">` with its index, over the full height.
 */
export function stackedSeries({ points, parts }: Series, options: PictureOptions): string {
  const { widthPx, heightPx } = options;
  const area = areaOf(options);
  const y = scaleLinear([0, SCORE_MAX], [area.bottom, area.top]).clamp(true);
  const bucketMs = bucketLengthMs(points);
  const [firstMs, lastMs] = [(points[0]?.atMs ?? 0) - bucketMs, points.at(-1)?.atMs ?? 0];
  const x = scaleLinear([firstMs, Math.max(lastMs, firstMs + bucketMs)], [area.left, area.right]);
  const width = x(firstMs + bucketMs) - area.left;
  const columns = points.map((point) => ({ point, middle: x(point.atMs - bucketMs / 2), width }));
  const ticks = points.length === 0 ? [] : timeTicks(firstMs, lastMs, area, widthPx);
  return svg(
    kindOf('series', widthPx),
    options,
    scoreLines(area, y, heightPx) +
      axis(ticks, area, widthPx) +
      stacks(columns, parts, y) +
      columns.map((column, index) => hitArea(column, index, area)).join(''),
  );
}

function areaOf({ widthPx, heightPx }: PictureOptions): PlotArea {
  const fontPx = fontPxOf(widthPx);
  const left = Math.ceil(textWidthPx(String(SCORE_MAX), fontPx)) + LABEL_GAP_PX;
  return { left, right: widthPx, top: fontPx / 2, bottom: heightPx - AXIS_HEIGHT_PX };
}

/** Least distance of two points: buckets between them can be absent, but none is shorter. */
function bucketLengthMs(points: readonly SeriesPoint[]): number {
  const distances = points.slice(1).map(({ atMs }, index) => atMs - (points[index]?.atMs ?? atMs));
  const known = distances.filter((distance) => distance > 0);
  return known.length === 0 ? LONE_BUCKET_MS : Math.min(...known);
}

function scoreLines({ left, right }: PlotArea, y: (score: number) => number, heightPx: number): string {
  const scores = heightPx < FIVE_LINES_FROM_PX ? [0, 50, 100] : [0, 25, 50, 75, 100];
  const lines = scores.slice(1).map((score) => `M${coordinate(left)} ${coordinate(y(score))}H${coordinate(right)}`);
  const labels = scores.map((score) =>
    label(String(score), { x: left - LABEL_GAP_PX, y: y(score) + 4, anchor: 'end' }),
  );
  return `<path class="grid" d="${lines.join('')}"/>${labels.join('')}`;
}

const positive = (points: number | undefined): number => (points !== undefined && points > 0 ? points : 0);

const isKnown = ({ point: { total } }: Column): boolean => Number.isFinite(total);

/** Parts as vertical strokes, one path for each part: a fraction of the size of one element for each rectangle. */
function stacks(columns: readonly Column[], parts: readonly SeriesPart[], y: (score: number) => number): string {
  const known = columns.filter(isKnown);
  const strokeWidth = Math.max(1, (known[0]?.width ?? 0) - COLUMN_GAP_PX);
  const half = strokeWidth / 2;
  const totals = known.map(
    ({ point, middle }) =>
      `M${coordinate(middle - half)} ${coordinate(y(point.total ?? 0))}h${coordinate(strokeWidth)}`,
  );
  const paths = parts.length === 0 ? whole(known, y) : layers(known, parts, y);
  return `<g class="stack" stroke-width="${coordinate(strokeWidth)}">${paths}</g><path class="total" d="${totals.join('')}"/>`;
}

function layers(columns: readonly Column[], parts: readonly SeriesPart[], y: (score: number) => number): string {
  const bases = columns.map(() => 0);
  const classes = partClasses(parts);
  const paths = parts.map(({ id }, part) => {
    const strokes = columns.map(({ point, middle }, index) => {
      const base = bases[index] ?? 0;
      const top = base + positive(point.parts[id]);
      bases[index] = top;
      return stroke(middle, y(base), y(top));
    });
    return `<path class="${classes[part] ?? ''}" d="${strokes.join('')}"/>`;
  });
  return paths.join('');
}

function whole(columns: readonly Column[], y: (score: number) => number): string {
  const strokes = columns.map(({ point: { total }, middle }) => stroke(middle, y(0), y(total ?? 0)));
  return `<path d="${strokes.join('')}"/>`;
}

/** Stroke from a base upwards to a top. */
function stroke(x: number, basePx: number, topPx: number): string {
  const height = basePx - topPx;
  if (height <= 0) return '';
  const gap = height > 3 * PART_GAP_PX ? PART_GAP_PX : 0;
  return `M${coordinate(x)} ${coordinate(basePx)}V${coordinate(topPx + gap)}`;
}

function hitArea({ point, middle, width }: Column, index: number, { top, bottom }: PlotArea): string {
  const { atMs, total } = point;
  const text = `${instantText(atMs)}: ${total === null ? 'no point' : coordinate(total)}`;
  return (
    `<g class="column" data-index="${index}">${titleOf(text)}` +
    `<rect x="${coordinate(middle - width / 2)}" y="${coordinate(top)}" width="${coordinate(width)}" height="${coordinate(bottom - top)}"/></g>`
  );
}
