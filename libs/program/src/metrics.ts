import { versions } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { PROGRAM_VERSION } from './release';

export { type OperationsHandlers, serveOperations } from './operations-server';

/** Commit of the sources, which the build replaces by the text of its variable of this name; empty if that is not set. */
declare const DROPTRACK_COMMIT: string | undefined;

/**
 * Registers the metrics that all programs have: build, memory, garbage collection, event loop. Call it once per process, as
 * their observers are never released.
 */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const commit = typeof DROPTRACK_COMMIT === 'undefined' ? '' : DROPTRACK_COMMIT;
  new Gauge({
    name: 'droptrack_build_info',
    help: 'Version and commit of the program, and version of Node.js, as labels; always 1',
    labelNames: ['version', 'commit', 'node'],
    registers,
    aggregator: 'max',
  }).set({ version: PROGRAM_VERSION, commit, node: versions.node }, 1);
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
