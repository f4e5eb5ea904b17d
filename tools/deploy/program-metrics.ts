import { collectProcessMetrics } from '@droptrack/program/metrics';
import { Registry } from 'prom-client';
import { GroupMetrics } from '../../apps/api/src/processes/group-metrics';
import { ApiMetrics } from '../../apps/api/src/platform/metrics/metrics';
import { StreamMetrics } from '../../apps/api/src/resources/stream/stream-metrics';
import { ExplorerMetrics } from '../../apps/explorer/src/server/metrics';
import { WorkerMetrics } from '../../apps/worker/src/metrics/metrics';
import { TaskMetrics } from '../../apps/worker/src/metrics/task-metrics';
import { WebhookMetrics } from '../../apps/worker/src/metrics/webhook-metrics';

const zero = (): number => 0;
const clock = { now: zero, skewSeconds: zero };
const nothing = { readHealth: async () => [] };

function apiRegistry(): Registry {
  const { registry } = new ApiMetrics({
    logStalenessSeconds: zero,
    logSeq: zero,
    clockSkewSeconds: zero,
    logAheadSeconds: zero,
    databaseContactAgeSeconds: zero,
    replica: { lagSeconds: zero, primaryContactAgeSeconds: zero },
    knownKeys: zero,
    limitFallbacks: zero,
  });
  new StreamMetrics(registry, 1);
  return registry;
}

function workerRegistry(): Registry {
  const queue = { readLag: async () => ({ drops: 0, oldestMs: null }) };
  const { registry } = new WorkerMetrics({ clock, health: { successAgeSeconds: zero }, queue });
  new TaskMetrics(registry, { sources: nothing, intervals: [], readLists: async () => ({}), clock });
  const readFigures = () => Promise.reject(new Error('There is no database'));
  new WebhookMetrics(registry, { clock, readFigures, countInFlight: zero });
  return registry;
}

/** Names of the metrics of a group of processes; none is a histogram. */
async function groupMetricNames(): Promise<string[]> {
  const text = await new GroupMetrics(zero, () => Promise.resolve()).metrics();
  return [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
}

/** Series of a metric in queries, by its name without a suffix. */
const SERIES: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };

/** Names of the metrics that each program registers, and of their series. */
export async function programMetrics() {
  const processes = new Registry();
  collectProcessMetrics(processes);
  const read = async (registry: Registry) => {
    const metrics = await registry.getMetricsAsJSON();
    const series = metrics.flatMap(({ name, type }) =>
      (SERIES[String(type)] ?? ['']).map((suffix) => `${name}${suffix}`),
    );
    return { names: metrics.map(({ name }) => name), series };
  };
  const api = await read(apiRegistry());
  const group = await groupMetricNames();
  return {
    all: await read(processes),
    api: { names: [...api.names, ...group], series: [...api.series, ...group] },
    worker: await read(workerRegistry()),
    explorer: await read(new ExplorerMetrics(zero).registry),
  };
}

/** Names of metrics of the programs in an expression of Prometheus. */
export const metricsIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/\b(?:droptrack|nodejs|process)_\w+/g)].map(([name]) => name);
