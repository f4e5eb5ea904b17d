import type { PictureOptions, SeriesPart, SeriesPoint } from './picture';
import { svg } from './svg';

/** Points of a series with the parts that each consists of. */
export interface Series {
  /** In ascending order. */
  readonly points: readonly SeriesPoint[];
  /** From the bottom of the stack to its top. The part with the id `prior` is drawn without colour. */
  readonly parts: readonly SeriesPart[];
}

/** Columns of stacked parts from 0 to 100 over a time axis in UTC. A bucket without a total is a gap. */
export function stackedSeries(series: Series, options: PictureOptions): string {
  const columns = series.points.map((_, index) => `<g class="column" data-index="${index}"></g>`);
  return svg('series', options, columns.join(''));
}
