import { dateOf } from '../data/days';
import { type Estimate, intervalOfEstimate } from '../compare';
import type { Interval } from '../statistics/bootstrap';

/** Three decimals with a sign; never -0. */
export function figure(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** `0.576 [0.353, 0.734]` */
export const shown = ({ mean, low, high }: Interval): string => `${figure(mean)} [${figure(low)}, ${figure(high)}]`;

/** An estimate with its interval. */
export const shownEstimate = (estimate: Estimate): string => shown(intervalOfEstimate(estimate));

/** `2025-08-29 to 2025-10-27` */
export const spanOf = (days: readonly number[]): string => `${dateOf(days[0] ?? NaN)} to ${dateOf(days.at(-1) ?? NaN)}`;

/** A Markdown table in the format of Prettier: a column of text, and columns of figures. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, column, widths)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [headings, rule, ...rows].map(line).join('\n');
}

const pad = (cell: string, column: number, widths: readonly number[]): string =>
  column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
