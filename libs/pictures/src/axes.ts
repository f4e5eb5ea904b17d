import { scaleUtc } from 'd3-scale';
import { coordinate, label, type LabelPosition } from './svg';
import { textWidthPx } from './text-width';

/** Size of the text of pictures. Wide pictures have {@link NARROW_FONT_PX} instead on a screen that shrinks them. */
export const FONT_PX = 12;
/** Size of text in a picture that a narrow screen shrinks to about half. */
const NARROW_FONT_PX = 20;
/** Width from which a picture counts as wide: narrow screens shrink it so far that its text has to grow. */
const WIDE_FROM_PX = 560;

/** Height below a plot for the labels of its axis. */
export const AXIS_HEIGHT_PX = 26;

/** Class of the pictures of a kind and a width. */
export const kindOf = (kind: string, widthPx: number): string => (isWide(widthPx) ? `${kind} wide` : kind);

const isWide = (widthPx: number): boolean => widthPx >= WIDE_FROM_PX;

/** Greatest size that text has in a picture of a width. */
export const fontPxOf = (widthPx: number): number => (isWide(widthPx) ? NARROW_FONT_PX : FONT_PX);

/** Place on an axis with its label. */
export interface Tick {
  readonly x: number;
  readonly text: string;
}

/** Extent of a plot within its picture. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Least width per label, for text of the greatest size. */
const tickWidthPx = (widthPx: number): number => 4 * fontPxOf(widthPx);

/** Number of labels that fit under a plot. */
export const ticksThatFit = ({ left, right }: PlotArea, widthPx: number): number =>
  Math.max(2, Math.floor((right - left) / tickWidthPx(widthPx)));

/** Distance of an axis to the baseline of its labels, and the least distance between two labels. */
const [LABEL_DROP_PX, LABEL_GAP_PX] = [FONT_PX + 7, 6];

/**
 * Line under a plot with its ticks and their labels.
 *
 * @param ticks - the more important ones first: a label that would touch one before it is left out.
 */
export function axis(ticks: readonly Tick[], { left, right, bottom }: PlotArea, widthPx: number): string {
  const marks = ticks.map(({ x }) => `M${coordinate(x)} ${coordinate(bottom)}v4`).join('');
  const labels: string[] = [];
  const spans: (readonly [start: number, end: number])[] = [];
  for (const { x, text } of ticks) {
    const width = textWidthPx(text, fontPxOf(widthPx));
    const start = Math.max(0, Math.min(x - width / 2, widthPx - width));
    const end = start + width;
    if (spans.some(([from, to]) => start < to + LABEL_GAP_PX && from < end + LABEL_GAP_PX)) continue;
    spans.push([start, end]);
    labels.push(label(text, anchoredAt(x, start, end, bottom + LABEL_DROP_PX)));
  }
  const d = `M${coordinate(left)} ${coordinate(bottom)}H${coordinate(right)}${marks}`;
  return `<path class="axis" d="${d}"/>${labels.join('')}`;
}

/** In the middle under a tick, or at the edge of the picture that the label would exceed. */
function anchoredAt(x: number, start: number, end: number, y: number): LabelPosition {
  if (start === 0) return { x: 0, y };
  return (start + end) / 2 < x - 0.01 ? { x: end, y, anchor: 'end' } : { x, y, anchor: 'middle' };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Instant as text to the minute, in UTC. */
export const instantText = (atMs: number): string => `${MINUTE.format(atMs)} UTC`;

const YEAR = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Day with its year as text. */
export const dateText = (atMs: number): string => YEAR.format(atMs);

/** Ticks at full hours, days or weeks in UTC: a day by its date, other hours by their time. */
export function timeTicks(fromMs: number, toMs: number, area: PlotArea, widthPx: number): Tick[] {
  const scale = scaleUtc([fromMs, toMs], [area.left, area.right]);
  return scale.ticks(ticksThatFit(area, widthPx)).map((at) => ({ x: scale(at), text: tickText(at.getTime()) }));
}

const tickText = (atMs: number): string =>
  atMs % DAY_MS === 0 ? DAY.format(atMs) : new Date(atMs).toISOString().slice(11, 16);
