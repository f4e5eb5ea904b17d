import { scaleSymlog } from 'd3-scale';
import { AXIS_HEIGHT_PX, axis, dateText, FONT_PX, fontPxOf, kindOf, type PlotArea, type Tick } from './axes';
import type { PictureOptions, TimelineEvent } from './picture';
import { coordinate, label, svg, titleOf } from './svg';
import { fitText } from './text-width';

/** Events of one drop, and the instant that counts as now. */
export interface Timeline {
  readonly events: readonly TimelineEvent[];
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;
/** Least number of days before and after now on the axis. */
const DAYS_MIN = 7;
/** Distances from now at which the axis has ticks, in days. */
const DISTANCES: readonly (readonly [days: number, text: string])[] = [
  [1, '1 d'],
  [7, '1 w'],
  [30, '1 mo'],
  [91, '3 mo'],
  [365, '1 y'],
  [1_826, '5 y'],
];
const EDGE_PX = 8;
const RADIUS_PX = 5;
/** Space between an event and its label. */
const LABEL_GAP_PX = 10;

/** Scale of days from now, and the part of the picture that it is drawn in. */
interface Scale {
  readonly at: (days: number) => number;
  readonly area: PlotArea;
  readonly fontPx: number;
}

/**
 * Events as points and spans before and after now, one row each from the top. Distances from now grow
 * logarithmically, so that an event years away leaves the next days readable. Filled events are over, framed ones are
 * still to come, and accented ones are current.
 *
 * Labels are apart from each other with 24 px of height for each event and 32 px for the axis.
 */
export function statusTimeline({ events, nowMs }: Timeline, options: PictureOptions): string {
  const { widthPx, heightPx } = options;
  const area: PlotArea = { left: EDGE_PX, right: widthPx - EDGE_PX, top: 4, bottom: heightPx - AXIS_HEIGHT_PX };
  const daysOf = (atMs: number): number => (atMs - nowMs) / DAY_MS;
  const days = events.flatMap(({ startsAtMs, endsAtMs }) => [daysOf(startsAtMs), daysOf(endsAtMs ?? startsAtMs)]);
  const [first, last] = [Math.min(-DAYS_MIN, ...days), Math.max(DAYS_MIN, ...days)];
  const scale: Scale = {
    at: scaleSymlog([first, last], [area.left + RADIUS_PX, area.right - RADIUS_PX]).clamp(true),
    area,
    fontPx: fontPxOf(widthPx),
  };
  const rowPx = (area.bottom - area.top) / Math.max(1, events.length);
  const now = `<path class="now" d="M${coordinate(scale.at(0))} ${area.top}V${coordinate(area.bottom)}"/>`;
  const rows = events.map((event, index) => row(event, nowMs, area.top + rowPx * (index + 0.5), scale));
  const content = now + rows.join('') + axis(ticksOf(scale, first, last), area, widthPx);
  return svg(kindOf('timeline', widthPx), options, content);
}

function row(event: TimelineEvent, nowMs: number, y: number, { at, area, fontPx }: Scale): string {
  const { startsAtMs, endsAtMs } = event;
  const [from, to] = [at((startsAtMs - nowMs) / DAY_MS), at(((endsAtMs ?? startsAtMs) - nowMs) / DAY_MS)];
  const state = startsAtMs > nowMs ? 'next' : (endsAtMs ?? startsAtMs) < nowMs ? 'over' : 'current';
  const mark =
    endsAtMs === null
      ? `<circle cx="${coordinate(from)}" cy="${coordinate(y)}" r="${RADIUS_PX}"/>`
      : `<rect x="${coordinate(from - RADIUS_PX)}" y="${coordinate(y - RADIUS_PX)}" width="${coordinate(to - from + 2 * RADIUS_PX)}" height="${2 * RADIUS_PX}" rx="${RADIUS_PX}"/>`;
  const [before, after] = [from - area.left - LABEL_GAP_PX, area.right - to - LABEL_GAP_PX];
  const text = fitText(event.label, fontPx, Math.max(before, after));
  const name =
    after >= before
      ? label(text, { x: to + LABEL_GAP_PX, y: y + FONT_PX / 3 })
      : label(text, { x: from - LABEL_GAP_PX, y: y + FONT_PX / 3, anchor: 'end' });
  const dates = endsAtMs === null ? dateText(startsAtMs) : `${dateText(startsAtMs)} to ${dateText(endsAtMs)}`;
  return `<g class="event ${state}">${titleOf(`${event.label} (${event.type}): ${dates}`)}${mark}${name}</g>`;
}

/** Now, and the distances on both sides that the axis contains. */
function ticksOf({ at }: Scale, first: number, last: number): Tick[] {
  const sides = DISTANCES.flatMap(([days, text]) => [
    { days, text },
    { days: -days, text: `−${text}` },
  ]);
  const within = sides.filter(({ days }) => days >= first && days <= last);
  return [{ x: at(0), text: 'now' }, ...within.map(({ days, text }) => ({ x: at(days), text }))];
}
