import type { Measure } from '../compare';
import type { LeftOut } from '../study/left-out';
import { SCORE_IDS } from '../study/scores';
import { beyondWeek } from '../study/whole';
import { nameOf } from './names';
import { shownEstimate, table } from './table';
import { shownDifference } from './whole';

const FIRST = SCORE_IDS[0] ?? '';
const LAST = SCORE_IDS.at(-1) ?? '';

/** One table a target: predictions by scores that have not seen it. */
export const leftOut = (targets: readonly LeftOut[]): string => targets.map(one).join('\n\n');

function one({ set, removed, others, comparison }: LeftOut): string {
  const shown = (measure: Measure) => shownEstimate(comparison.estimate(measure));
  const from = removed === null ? '' : ` without \`${removed}\``;
  const week = others.find((id) => id.endsWith(', 7 d'));
  return table(
    [`${set.title} (${comparison.projectsMax})`, `${set.target} of the next 7 days`],
    [
      ...SCORE_IDS.map((id) => [`${nameOf(id)}${from}`, shown({ predictor: id, outcome: 'next_week' })]),
      ...others.map((id) => [otherName(id), shown({ predictor: id, outcome: 'next_week' })]),
      [`${LAST} − ${FIRST}`, shownDifference(comparison, LAST, FIRST)],
      ...(week === undefined ? [] : [[`${LAST} − ${otherName(week)}`, shownDifference(comparison, LAST, week)]]),
      [`${set.target} itself, mean of 7 days`, shown({ predictor: 'week', outcome: 'next_week' })],
      [`${nameOf(LAST)}${from}, with that mean held constant`, shown(beyondWeek(LAST))],
    ],
  );
}

/** `reddit_authors, 7 d` */
function otherName(id: string): string {
  const [signal = '', days = ''] = id.split(', ');
  return days === '1 d' ? `\`${signal}\` of yesterday` : `\`${signal}\`, mean of ${days.slice(0, -2)} days`;
}
