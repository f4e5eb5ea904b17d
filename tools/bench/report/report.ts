import type { Environment } from './environment';
import { type Measurement, ratiosOf, spreadOf, type Target } from './measurement';

/** The measurements of a run, by bench. */
export type Results = Readonly<Record<string, readonly Measurement[]>>;

const HEADINGS = ['', 'median', 'unit', 'yardstick', 'median', 'ratio', 'min', 'q1', 'q3', 'max', 'target'] as const;
/** Columns of text; the others are figures and aligned to the right. */
const TEXT_COLUMNS: ReadonlySet<number> = new Set([0, 2, 3, 10]);

/** Environment and table, for people. */
export function formatReport(environment: Environment, results: Results, isSmoke: boolean): string {
  const around = Object.entries(environment).map(([name, text]) => `${name.padEnd(9)} ${text}`);
  const notes = isSmoke ? ['', 'A smoke run: everything ran, the figures mean nothing.'] : [];
  return [...around, '', formatTable(Object.values(results).flat()), ...notes].join('\n');
}

/** The same with the figure of every round, for programs. */
export function reportAsJson(environment: Environment, results: Results, isSmoke: boolean): string {
  const measurements = Object.entries(results).flatMap(([bench, lines]) =>
    lines.map((measurement) => {
      const { what, unit, rounds, beside = null, target = null } = measurement;
      const ratios = ratiosOf(measurement);
      const ratio = ratios === null ? null : { ...spreadOf(ratios), rounds: ratios };
      return { bench, what, unit, median: spreadOf(rounds).median, rounds, beside, ratio, target };
    }),
  );
  return JSON.stringify({ environment, smoke: isSmoke, measurements }, null, 2);
}

/** The spread is that of the ratios, or that of the figures where there is no yardstick. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = [[...HEADINGS], ...measurements.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    TEXT_COLUMNS.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
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
  const [sign, bound, isMet] = judge(target, median);
  return `${sign} ${formatFigure(bound)} ${isMet ? 'met' : 'missed'}`;
}

function judge(target: Target, median: number): [sign: string, bound: number, isMet: boolean] {
  if ('atLeast' in target) return ['≥', target.atLeast, median >= target.atLeast];
  if ('atMost' in target) return ['≤', target.atMost, median <= target.atMost];
  return ['<', target.below, median < target.below];
}

/** Three significant digits, thousands apart; a whole number as it is. */
export function formatFigure(figure: number): string {
  const digits = Number.isInteger(figure) || figure >= 100 ? 0 : figure >= 10 ? 1 : figure >= 1 ? 2 : 3;
  const [whole = '', fraction] = figure.toFixed(digits).split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}
