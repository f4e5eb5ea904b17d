import { BASELINE_IDS } from '../baselines';
import type { Interval } from '../statistics/bootstrap';
import { type Choice, nearBest } from '../study/choose';
import type { HeldOut } from '../study/held-out';
import { SCORE_IDS } from '../study/scores';
import type { Study } from '../study/study';
import { nameOf } from './names';
import { figure, shown, shownEstimate, spanOf, table } from './table';
import { shownDifference } from './whole';

/** Trials of a constant, with the published one marked. */
export function choice(heading: string, tried: Choice, published: number): string {
  const { constants, chosenOn, unseen } = tried;
  const near = nearBest(tried);
  return table(
    [
      heading,
      `${chosenOn.set.title}, chosen on ${spanOf(chosenOn.days)}, ± standard error`,
      'within one standard error of the best',
      ...unseen.map(({ set, days }) => `${set.title}, ${spanOf(days)}`),
    ],
    constants.map((constant, index) => [
      `${constant}${constant === published ? ' (chosen)' : ''}`,
      withError(chosenOn.intervals[index]),
      near.includes(constant) ? 'yes' : 'no',
      ...unseen.map(({ intervals }) => (intervals[index] === undefined ? '' : shown(intervals[index]))),
    ]),
  );
}

const withError = (interval: Interval | undefined): string =>
  interval === undefined ? '' : `${figure(interval.mean)} ± ${interval.error.toFixed(3)}`;

/** Correlations with the next week on days on which nothing was chosen. */
export function heldOut(sets: readonly HeldOut[]): string {
  const pairs = [
    ['2026.3', '2026.1'],
    ['2026.3', '2026.2'],
    ['2026.2', '2026.1'],
    ...BASELINE_IDS.map((other) => ['2026.3', other] as const),
  ] as const;
  return table(
    [
      '',
      ...sets.map(({ set, comparison: { days, projectsMax } }) => `${set.title} (${projectsMax}), ${days.length} days`),
    ],
    [
      ...[...SCORE_IDS, ...BASELINE_IDS].map((predictor) => [
        nameOf(predictor),
        ...sets.map(({ comparison }) => shownEstimate(comparison.estimate({ predictor, outcome: 'next_week' }))),
      ]),
      ...pairs.map(([one, other]) => [
        `${nameOf(one)} − ${nameOf(other)}`,
        ...sets.map(({ comparison }) => shownDifference(comparison, one, other)),
      ]),
    ],
  );
}

/** Mean correlations of each variant. */
export function ablations(sets: Study['ablations']): string {
  const ids = [...new Set(sets.flatMap(({ variants }) => variants.map(({ id }) => id)))];
  return table(
    ['', ...sets.flatMap(({ set }) => [`${set.title}: next week`, 'its change'])],
    ids.map((id) => [
      id,
      ...sets.flatMap(({ variants }) => {
        const variant = variants.find((each) => each.id === id);
        return variant === undefined ? ['', ''] : [figure(variant.nextWeek), figure(variant.change)];
      }),
    ]),
  );
}

/** Mentions of the tickers that are words. */
export function words(tickers: Study['words']): string {
  return table(
    ['ticker', 'mentions', 'days with a mention'],
    tickers.map(({ ticker, mentions, days, daysKnown }) => [
      `\`${ticker}\``,
      String(mentions),
      `${days} of ${daysKnown}`,
    ]),
  );
}
