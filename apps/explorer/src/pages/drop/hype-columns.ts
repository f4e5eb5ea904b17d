import type { HypePoint, HypeSeries } from '@droptrack/contracts';
import { formatInstant, formatPoints, formatShare } from '../../parts/format';

/** Layers of the stack: the signals in their order, and the prior above them. */
export const hypeParts = ({ signals }: HypeSeries): { id: string; label: string }[] => [
  ...signals.map(({ id, name }) => ({ id, label: name })),
  { id: 'prior', label: 'Prior' },
];

/** True for a score, null for a bucket without a point and for a point that rests on no reading. */
export const isScored = ({ score }: HypePoint): boolean => score !== null;

/** Cells of a point: end of its bucket, score, confidence, contribution of each part. A value that is missing is empty. */
export const pointCells = (series: HypeSeries, point: HypePoint): string[] => [
  formatInstant(point.t),
  String(point.score ?? ''),
  point.confidence === null ? '' : formatShare(point.confidence),
  ...series.signals.map(({ id }) => formatPoints(point.signals[id]?.contribution)),
  formatPoints(point.prior),
];
