import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { ProcessMetrics } from './messages';

/** Types of metrics that only grow, and so must not shrink when a process ends. */
const GROWING: readonly unknown[] = ['counter', 'histogram'];

/**
 * Metrics of all processes as one: each metric by its `aggregator` of prom-client. Counts of processes that have ended are
 * kept, since a sum that shrinks would look to Prometheus as if all counts had begun again.
 */
export class GroupMetrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #own = new Registry();
  readonly #latest = new Map<number, ProcessMetrics>();
  readonly #unexpectedEnds = new Counter({
    name: 'droptrack_process_ends_total',
    help: 'Processes of the group that ended without being asked to',
    registers: [this.#own],
  });
  #ended: Promise<ProcessMetrics> = Promise.resolve([]);

  /** @param collect - requests the metrics of the processes, and resolves once they had the time to {@link report} them. */
  constructor(
    servingCount: () => number,
    private readonly collect: () => Promise<void>,
  ) {
    new Gauge({
      name: 'droptrack_processes',
      help: 'Processes of the group that serve requests',
      registers: [this.#own],
      collect() {
        this.set(servingCount());
      },
    });
  }

  /** Stores the metrics of a process, in place of its former ones. */
  report(processId: number, metrics: ProcessMetrics): void {
    this.#latest.set(processId, metrics);
  }

  /** Keeps what a process has counted up to its latest report. */
  processEnded(processId: number, isExpected: boolean): void {
    if (!isExpected) this.#unexpectedEnds.inc();
    const counted = this.#latest.get(processId)?.filter(({ type }) => GROWING.includes(type)) ?? [];
    this.#latest.delete(processId);
    this.#ended = this.#ended.then((before) => sumOf([before, counted]).getMetricsAsJSON());
  }

  async metrics(): Promise<string> {
    await this.collect();
    const own = await this.#own.getMetricsAsJSON();
    // Both are taken before the wait: one that ends during it is in one of them.
    return sumOf([own, ...this.#latest.values(), await this.#ended]).metrics();
  }
}

const sumOf = (all: readonly ProcessMetrics[]): Registry => AggregatorRegistry.aggregate([...all]);
