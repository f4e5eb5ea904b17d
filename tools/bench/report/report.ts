import type { Environment } from './environment';
import { type Measurement, ratiosOf, spreadOf, type Target } from './measurement';

/** Measurements of a bench. */
export interface BenchResult {
  /** Mean length of the machine's queue in the minute before. */
  readonly load: number;
  /** Maximum rounds. */
  readonly rounds: number;
  readonly measurements: readonly Measurement[];
}

/** Results by bench. */
export type Results = Record<string, BenchResult>;

/** Environment and figures, for people. */
export function formatReport(environment: Environment, results: Readonly<Results>, isSmoke: boolean): string {
  const around = Object.entries(environment).map(([name, text]) => `${name.padEnd(9)} ${text}`);
  const notes = isSmoke ? ['', 'A smoke run: everything ran, the figures mean nothing.'] : [];
  const sections = Object.entries(results).flatMap(([name, { measurements }]) => [
    '',
    name,
    ...measurements.map(format),
  ]);
  return [...around, ...sections, ...notes].join('\n');
}

/** The same with the figure of every round, for programs. */
export function reportAsJson(environment: Environment, results: Readonly<Results>, isSmoke: boolean): string {
  const measurements = Object.entries(results).flatMap(([bench, { measurements: lines }]) =>
    lines.map((measurement) => {
      const { what, unit, rounds, beside = null, target = null } = measurement;
      const ratios = ratiosOf(measurement);
      const ratio = ratios === null ? null : { ...spreadOf(ratios), rounds: ratios };
      return { bench, what, unit, median: spreadOf(rounds).median, rounds, beside, ratio, target };
    }),
  );
  return JSON.stringify({ environment, smoke: isSmoke, measurements }, null, 2);
}

/**
 * A line of a list: the median, the median of the ratios to the yardstick, the spread of the ratios (that of the figures where
 * there is no yardstick), and whether the target is met.
 */
export function format(measurement: Measurement): string {
  const { what, unit, rounds, beside, target } = measurement;
  const ratios = ratiosOf(measurement);
  const { median, min, max } = spreadOf(ratios ?? rounds);
  const spread = min === max ? '' : ` (${formatFigure(min)} to ${formatFigure(max)})`;
  const ratio = beside === undefined ? spread : `; ${formatFigure(median)}${spread} of ${beside.what}`;
  const met = target === undefined ? '' : `; ${formatTarget(target, median)}`;
  return `- ${what}: ${formatFigure(spreadOf(rounds).median)} ${unit}${ratio}${met}`;
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
