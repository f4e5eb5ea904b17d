import { dateOf } from '../data/days';
import { BOOTSTRAP, blockBootstrap, type Interval } from '../statistics/block-bootstrap';
import type { Outcome } from '../outcomes';
import type { Part, Study } from '../study';
import { nameOf, shownPredictors } from './names';

/** The figures of the page: the text between its markers. */
export function figuresOf({ parts, choice }: Study): string {
  return [
    '### What was compared',
    table(
      ['', 'foretold', 'scored days', 'days', 'projects a day'],
      parts.map(({ title, target, comparison: { days, projectsMin, projectsMax } }) => [
        title,
        target,
        `${dateOf(days[0] ?? NaN)} to ${dateOf(days.at(-1) ?? NaN)}`,
        String(days.length),
        projectsMin === projectsMax ? String(projectsMin) : `${projectsMin} to ${projectsMax}`,
      ]),
    ),
    ...parts.flatMap((part) => [`### ${part.title}`, correlations(part), differences(part)]),
    '### What costs it: 2026.1 with one thing changed',
    ablation(parts),
    '### The share of momentum',
    shares(choice),
    '### On days that nothing was chosen on',
    unseen(parts),
  ].join('\n\n');
}

function correlations({ target, comparison }: Part): string {
  return table(
    [
      'rank correlation with',
      `(a) ${target} of the next 7 days`,
      '(b) their change, as a difference',
      '(b) as a ratio',
    ],
    shownPredictors().map((id) => [
      nameOf(id, target),
      ...(['next_week', 'change', 'ratio'] as const).map((outcome) =>
        shown(blockBootstrap(comparison.valuesOf(id, outcome), BOOTSTRAP)),
      ),
    ]),
  );
}

/** Day by day, so that changes of both do not count. */
function differences(part: Part): string {
  const pairs = [
    ['2026.1', 'yesterday'],
    ['2026.1', 'week'],
    ['2026.2', 'yesterday'],
    ['2026.2', 'week'],
    ['2026.2', '2026.1'],
  ] as const;
  return table(
    ['difference of two', '(a)', '(b) as a difference', '(b) as a ratio'],
    pairs.map(([id, other]) => [
      `${nameOf(id, part.target)} − ${nameOf(other, part.target)}`,
      ...(['next_week', 'change', 'ratio'] as const).map((outcome) => shown(paired(part, id, other, outcome))),
    ]),
  );
}

function ablation(parts: readonly Part[]): string {
  const ids = [...new Set(parts.flatMap(({ variants }) => variants.ids))];
  const outcomes = ['next_week', 'change'] as const;
  return table(
    ['', ...parts.flatMap(({ title }) => [`${title}, (a)`, '(b)'])],
    ids.map((id) => [
      id,
      ...parts.flatMap(({ variants }) =>
        outcomes.map((outcome) =>
          variants.ids.includes(id) ? figure(meanOf(variants.comparison.valuesOf(id, outcome))) : '',
        ),
      ),
    ]),
  );
}

function shares({ split, trials, share }: Study['choice']): string {
  const span = (days: readonly number[]) => `${dateOf(days[0] ?? NaN)} to ${dateOf(days.at(-1) ?? NaN)}`;
  const rows = trials.map((trial) => [
    `${trial.share}${trial.share === share ? ' (chosen)' : ''}`,
    `${figure(trial.chosenOn.mean)} ± ${trial.chosenOn.error.toFixed(3)}`,
    shown(trial.heldOut),
  ]);
  return table(
    ['share', `(a), chosen on ${span(split.chosenOn)}, ± standard error`, `(a), held out: ${span(split.heldOut)}`],
    rows,
  );
}

function unseen(parts: readonly Part[]): string {
  return table(
    ['', 'days', '(a) by 2026.1', '(a) by 2026.2', '2026.2 − 2026.1', '2026.2 − yesterday', '2026.2 − mean of 7 days'],
    parts.map((part) => [
      part.title,
      String(part.unseen.length),
      ...(['2026.1', '2026.2'] as const).map((id) =>
        shown(blockBootstrap(part.comparison.valuesOf(id, 'next_week', part.unseen), BOOTSTRAP)),
      ),
      ...(['2026.1', 'yesterday', 'week'] as const).map((other) =>
        shown(paired(part, '2026.2', other, 'next_week', part.unseen)),
      ),
    ]),
  );
}

function paired({ comparison }: Part, id: string, other: string, outcome: Outcome, only?: readonly number[]): Interval {
  const others = comparison.valuesOf(other, outcome, only);
  const values = comparison.valuesOf(id, outcome, only);
  return blockBootstrap(
    values.map((value, index) => value - (others[index] ?? NaN)),
    BOOTSTRAP,
  );
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Three decimals with a sign; never -0. */
function figure(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

const shown = ({ mean, low, high }: Interval): string => `${figure(mean)} [${figure(low)}, ${figure(high)}]`;

/** A Markdown table in the format of Prettier: a column of text, and columns of figures. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
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
