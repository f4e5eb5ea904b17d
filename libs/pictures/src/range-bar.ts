import type { PictureOptions } from './picture';
import { svg } from './svg';

/** Quantiles of an amount, in USD: p10 ≤ p50 ≤ p90. */
export type Quantiles = Readonly<Record<'p10' | 'p50' | 'p90', number>>;

/** Bar from p10 to p90 with a mark at p50, over a logarithmic axis in USD. */
export function rangeBar(_quantiles: Quantiles, options: PictureOptions): string {
  return svg('range', options, '');
}
