import type { HypePoint, HypeSeries } from '@droptrack/contracts';
import { formatInstant, formatShare } from '../../parts/format';

/** Layers of the stack: the signals in their order, and the prior above them. */
export const hypeParts = ({ signals }: HypeSeries): { id: string; label: string }[] => [
  ...signals.map(({ id, name }) => ({ id, label: name })),
  { id: 'prior', label: 'Prior' },
];

/** Points with two decimals; empty without a value. */
export const formatPoints = (points: number | null | undefined): string =>
  points === null || points === undefined ? '' : points.toFixed(2);

/** Cells of a point: end of its bucket, score, confidence, contribution of each part. A value that is missing is empty. */
export const pointCells = (series: HypeSeries, { t, score, confidence, prior, signals }: HypePoint): string[] => [
  formatInstant(t),
  score === null ? '' : String(score),
  confidence === null ? '' : formatShare(confidence),
  ...series.signals.map(({ id }) => formatPoints(signals[id]?.contribution)),
  formatPoints(prior),
];
