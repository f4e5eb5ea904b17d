import { type Measurement, ratiosOf, type Target } from './measurement';
import { spreadOf } from './spread';

const HEADINGS = ['', 'median', 'unit', 'beside it', 'median', 'ratio', 'min', 'q1', 'q3', 'max', 'target'] as const;
/** Columns of words; the others are figures, and end on one line. */
const WORDS: ReadonlySet<number> = new Set([0, 2, 3, 10]);

/**
 * All measurements as one table of text. Where something ran beside, the spread is
 * that of the ratios, else that of the figures.
 */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = [[...HEADINGS], ...measurements.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          WORDS.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf(measurement: Measurement): string[] {
  const { what, unit, rounds, beside, target } = measurement;
  const ratios = ratiosOf(measurement);
  const spread = spreadOf(ratios ?? rounds);
  return [
    what,
    formatFigure(spreadOf(rounds).median),
    unit,
    beside?.what ?? '',
    beside === undefined ? '' : formatFigure(spreadOf(beside.rounds).median),
    ratios === null ? '' : formatFigure(spread.median),
    ...[spread.min, spread.q1, spread.q3, spread.max].map(formatFigure),
    target === undefined ? '' : formatTarget(target, spread.median),
  ];
}

function formatTarget(target: Target, median: number): string {
  const [sign, bound, isMet] = judged(target, median);
  return `${sign} ${formatFigure(bound)} ${isMet ? 'met' : 'missed'}`;
}

function judged(target: Target, median: number): [sign: string, bound: number, isMet: boolean] {
  if ('atLeast' in target) return ['≥', target.atLeast, median >= target.atLeast];
  if ('atMost' in target) return ['≤', target.atMost, median <= target.atMost];
  return ['<', target.below, median < target.below];
}

/** Three digits that count, thousands apart; a whole number as it is. */
export function formatFigure(figure: number): string {
  const digits = Number.isInteger(figure) || figure >= 100 ? 0 : figure >= 10 ? 1 : figure >= 1 ? 2 : 3;
  const [whole = '', fraction] = figure.toFixed(digits).split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}
