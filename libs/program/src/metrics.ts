import { versions } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { commitOf, PROGRAM_VERSION } from './release';

export { type OperationsHandlers, serveOperations } from './operations-server';

/**
 * Registers the metrics that all programs have: build, memory, garbage collection, event loop. Call it once per process, as
 * their observers are never released.
 */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  // By default several processes are averaged, which hides one that is blocked among others that are idle.
  Object.assign(registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds') ?? {}, { aggregator: 'max' });
  const registers = [registry];
  new Gauge({
    name: 'droptrack_build_info',
    help: 'Version and commit of the program, and version of Node.js, as labels; always 1',
    labelNames: ['version', 'commit', 'node'],
    registers,
    aggregator: 'max',
  }).set({ version: PROGRAM_VERSION, commit: commitOf(__dirname), node: versions.node }, 1);
  new Gauge({
    name: 'droptrack_heap_limit_bytes',
    help: 'Heap size at which the process ends, out of memory',
    registers,
  }).set(getHeapStatistics().heap_size_limit);
  new Gauge({
    name: 'droptrack_heap_used_ratio',
    help: 'Used part of the heap limit, 0 to 1; of several processes, that of the fullest',
    registers,
    aggregator: 'max',
    collect() {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
      this.set(used / limit);
    },
  });
}
