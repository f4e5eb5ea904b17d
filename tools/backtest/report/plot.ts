import { intervalOfEstimate, type Measure } from '../compare';
import type { Study, Whole } from '../study/study';
import { beyondWeek, BEYOND_WEEK_IDS, LEVEL_IDS } from '../study/whole';
import { isBaseline, nameOf } from './names';

const WIDTH = 880;
const LABELS_WIDTH = 172;
const GAP = 40;
const TOP = 64;
const ROW = 22;
const PART_GAP = 34;
const AXIS = 34;

interface Column {
  readonly title: string;
  /** The correlation with a predictor; null where there is none. */
  readonly measureOf: (id: string) => Measure | null;
  /** Ends of the axis, and positions of its lines. */
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const COLUMNS: readonly Column[] = [
  {
    title: 'with the next 7 days',
    measureOf: (predictor) => ({ predictor, outcome: 'next_week' }),
    from: 0,
    to: 1,
    ticks: [0, 0.25, 0.5, 0.75, 1],
  },
  {
    title: 'beyond the mean of 7 days',
    measureOf: (predictor) => (BEYOND_WEEK_IDS.includes(predictor) ? beyondWeek(predictor) : null),
    from: -0.25,
    to: 0.5,
    ticks: [-0.25, 0, 0.25, 0.5],
  },
  {
    title: 'with their change',
    measureOf: (predictor) => ({ predictor, outcome: 'change' }),
    from: -0.5,
    to: 0.25,
    ticks: [-0.5, -0.25, 0, 0.25],
  },
];
const COLUMN_WIDTH = (WIDTH - LABELS_WIDTH - 16 - GAP * (COLUMNS.length - 1)) / COLUMNS.length;

/** Legible on white and on black pages. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .small { font-size: 11px; fill: #57606a; }
  .part { font-weight: 600; }
  .grid { stroke: #d0d7de; }
  .zero { stroke: #8c959f; }
  .score { stroke: #0969da; fill: #0969da; }
  .baseline { stroke: #bc4c00; fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .small { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .zero { stroke: #7d8590; }
    .score { stroke: #58a6ff; fill: #58a6ff; }
    .baseline { stroke: #f0883e; fill: #f0883e; }
  }`;

/** The rank correlations with their intervals, as an SVG picture. */
export function plotOf({ main }: Study): string {
  const partHeight = LEVEL_IDS.length * ROW + PART_GAP;
  const bottom = TOP + main.length * partHeight;
  const height = bottom + AXIS;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">`,
    '<title id="title">Rank correlation of scores and baselines with the next week, with 95 % intervals</title>',
    `<style>${STYLE}\n</style>`,
    text(16, 24, 'Rank correlation across projects, mean over days, with 95 % intervals over days and projects'),
    ...COLUMNS.flatMap((column, place) => axis(column, place, bottom)),
    ...main.flatMap((whole, place) => rowsOf(whole, TOP + place * partHeight)),
    '</svg>',
  ].join('\n')}\n`;
}

function axis(column: Column, place: number, bottom: number): string[] {
  const { title, from, ticks } = column;
  return [
    text(xOf(column, place, from), TOP - 14, title, 'small'),
    ...ticks.flatMap((tick) => {
      const x = xOf(column, place, tick);
      return [
        `<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${x}" x2="${x}" y1="${TOP - 4}" y2="${bottom}"/>`,
        text(x, bottom + 18, String(tick).replace('-', '−'), 'small', 'middle'),
      ];
    }),
  ];
}

function rowsOf({ set, comparison }: Whole, top: number): string[] {
  return [
    text(16, top + 16, `${set.title}: ${set.target} (${comparison.projectsMax})`, 'part'),
    ...LEVEL_IDS.flatMap((id, row) => {
      const y = top + PART_GAP + row * ROW;
      const kind = isBaseline(id) ? 'baseline' : 'score';
      return [
        text(28, y + 4, nameOf(id)),
        ...COLUMNS.flatMap((column, place) => {
          const measure = column.measureOf(id);
          if (measure === null) return [];
          const { mean, low, high } = intervalOfEstimate(comparison.estimate(measure));
          const [x1, x2] = [xOf(column, place, low), xOf(column, place, high)];
          return [
            `<line class="${kind}" stroke-width="2" x1="${x1}" x2="${x2}" y1="${y}" y2="${y}"/>`,
            `<circle class="${kind}" cx="${xOf(column, place, mean)}" cy="${y}" r="4"/>`,
          ];
        }),
      ];
    }),
  ];
}

/** Tenths of a pixel, which are the same on any machine. */
function xOf({ from, to }: Column, place: number, value: number): number {
  const left = LABELS_WIDTH + place * (COLUMN_WIDTH + GAP);
  return Math.round((left + ((value - from) / (to - from)) * COLUMN_WIDTH) * 10) / 10;
}

function text(x: number, y: number, words: string, kind?: string, anchor = 'start'): string {
  const style = kind === undefined ? '' : ` class="${kind}"`;
  return `<text${style} x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
}
