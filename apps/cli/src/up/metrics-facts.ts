import { type Config, reachableUrl } from '../config/config';
import type { ReservedPorts } from './ports';

/** Metrics URLs of each program. */
export interface MetricsUrls {
  readonly api: string;
  readonly worker: string;
}

/**
 * Metrics URLs, and a fact about them if a default port was in use and another one was chosen.
 */
export function describeMetrics(
  { metrics, workerMetrics }: Pick<Config, 'metrics' | 'workerMetrics'>,
  { METRICS_PORT, WORKER_METRICS_PORT }: ReservedPorts['numbers'],
): { readonly urls: MetricsUrls; readonly facts: readonly (readonly [string, string])[] } {
  const urlOf = (host: string, port: number): string => `${reachableUrl({ host, port })}/metrics`;
  const api = urlOf(metrics.host, METRICS_PORT);
  const worker = urlOf(workerMetrics.host, WORKER_METRICS_PORT);
  const moved = [
    ...(isMoved(metrics, METRICS_PORT) ? [`API ${api} (port ${metrics.port} is in use)`] : []),
    ...(isMoved(workerMetrics, WORKER_METRICS_PORT) ? [`worker ${worker} (port ${workerMetrics.port} is in use)`] : []),
  ];
  return { urls: { api, worker }, facts: moved.length === 0 ? [] : [['Metrics', moved.join(', ')]] };
}

const isMoved = ({ port, isDefault }: Config['metrics'], chosen: number): boolean => isDefault && port !== chosen;
