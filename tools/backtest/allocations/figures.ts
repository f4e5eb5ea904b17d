import { figure, table } from '../report/table';
import type { AllocationList } from './lists';
import { type ModelScore, scoreModels } from './models';

/** Figures of the page: scores on all lists, and on those with all rows. */
export function allocationFigures(lists: readonly AllocationList[]): string {
  const whole = lists.filter(({ isWhole }) => isWhole);
  return [
    `### ${lists.length} lists`,
    scores(scoreModels(lists, lists)),
    `### The ${whole.length} lists with all rows`,
    scores(scoreModels(whole, lists)),
  ].join('\n\n');
}

const scores = (models: readonly ModelScore[]): string =>
  table(
    ['', 'coverage', 'loss p10', 'loss p50', 'loss p90', 'mean loss'],
    models.map(({ name, coverage, pinball }) => [
      name,
      `${(coverage * 100).toFixed(1)} %`,
      ...pinball.map(figure),
      figure(pinball.reduce((sum, loss) => sum + loss, 0) / pinball.length),
    ]),
  );
