import { formatUsd } from './format';

const WIDTH_PX = 96;
/** Decades of the axis of values: from $1 at the left edge to $100,000 at the right one. */
const DECADES = 5;

/** Position of a value on the axis of {@link RangeMark}, in pixels. Values beyond it are at its edge. */
const positionOf = (usd: number): number =>
  Math.round(Math.min(1, Math.max(0, Math.log10(Math.max(1, usd)) / DECADES)) * (WIDTH_PX - 2) * 10) / 10;

interface RangeMarkProps {
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/** A range of values with its median, on one logarithmic axis for all rows of a table, so that they compare by eye. */
export const RangeMark = ({ p10, p50, p90 }: RangeMarkProps) => {
  const [start, end] = [positionOf(p10), positionOf(p90)];
  return (
    <svg class="small-plot" role="img" viewBox={`0 0 ${WIDTH_PX} 8`} width={WIDTH_PX} height="8">
      <title>{`${formatUsd(p10)} to ${formatUsd(p90)}`}</title>
      <rect class="track" y="3" width={WIDTH_PX} height="2" rx="1" />
      <rect class="range" x={start} y="1.5" width={Math.max(2, end - start)} height="5" rx="2.5" />
      <rect class="median" x={positionOf(p50)} width="2" height="8" rx="1" />
    </svg>
  );
};

/** A number from 0 to 100 as a bar. The number is beside it, so screen readers skip the bar. */
export const Meter = ({ value }: { readonly value: number }) => (
  <svg class="small-plot meter" viewBox="0 0 100 4" width="64" height="4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="4" />
    <rect class="median" width={value} height="4" />
  </svg>
);
