import { reachableUrl } from '../config/address';
import type { Config } from '../config/config';
import type { ReservedPorts } from './ports';

/** Addresses of the metrics of each program. */
export interface MetricsUrls {
  readonly api: string;
  readonly worker: string;
}

/**
 * Addresses of the metrics, and a line about them for people where a default port was taken and another one is in its
 * place.
 */
export function describeMetrics(
  { metrics, workerMetrics }: Pick<Config, 'metrics' | 'workerMetrics'>,
  { METRICS_PORT, WORKER_METRICS_PORT }: ReservedPorts['numbers'],
): { readonly urls: MetricsUrls; readonly facts: readonly (readonly [string, string])[] } {
  const urlOf = (host: string, port: number): string => `${reachableUrl({ host, port })}/metrics`;
  const api = urlOf(metrics.host, METRICS_PORT);
  const worker = urlOf(workerMetrics.host, WORKER_METRICS_PORT);
  const moved = [
    ...(isMoved(metrics, METRICS_PORT) ? [`API ${api} (${metrics.port} is taken)`] : []),
    ...(isMoved(workerMetrics, WORKER_METRICS_PORT) ? [`worker ${worker} (${workerMetrics.port} is taken)`] : []),
  ];
  return { urls: { api, worker }, facts: moved.length === 0 ? [] : [['Metrics', moved.join(', ')]] };
}

const isMoved = ({ port, isDefault }: Config['metrics'], chosen: number): boolean => isDefault && port !== chosen;
