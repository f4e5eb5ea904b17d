import type { HistogramBin, PictureOptions } from './picture';
import { svg } from './svg';

/** Size, title and unit of a histogram. */
export interface HistogramOptions extends PictureOptions {
  /** Unit of the bins' limits, such as a token symbol. */
  readonly unit: string;
}

/** Bins over a logarithmic axis. The area of a bin is its share, whatever its width. */
export function histogram(_bins: readonly HistogramBin[], options: HistogramOptions): string {
  return svg('histogram', options, '');
}
