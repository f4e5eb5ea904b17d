import { type Database, SourceRepository } from '@droptrack/persistence';
import { createConnectors, type SourcesConfig } from '@droptrack/connectors';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clocks } from '../clocks';
import { SourceMetrics } from '../metrics/source-metrics';
import { Scheduler } from '../schedule/scheduler';
import { CollectJob } from './collect.job';
import { knownSources, sourceJobs } from './source-jobs';

export interface CollectionParts {
  readonly db: Database;
  readonly config: SourcesConfig;
  readonly registry: Registry;
  readonly clocks: Clocks;
  readonly random: () => number;
  readonly logger: Logger;
  readonly onFailure: (job: string, error: unknown) => void;
  readonly mayWork: () => boolean;
}

/** Collection of signals, with a scheduler of its own, so that polls and recompute runs do not wait for each other. */
export class Collection {
  readonly #collect: CollectJob;
  readonly #scheduler: Scheduler;

  constructor({ db, config, registry, clocks, random, logger, onFailure, mayWork }: CollectionParts) {
    const connectors = createConnectors(config);
    const metrics = new SourceMetrics(registry, () => new SourceRepository(db).readHealth(clocks.now()), clocks.now);
    this.#collect = new CollectJob({ db, connectors: connectors.on, clocks, random, logger, metrics });
    const intervals = connectors.on.map(({ id, limits }) => ({ id, intervalMs: limits.intervalMs }));
    const jobs = [...sourceJobs(db, knownSources(connectors), intervals, this.#collect), this.#collect];
    this.#scheduler = new Scheduler(jobs, { clocks, random, onFailure, mayWork });
  }

  start(): void {
    this.#scheduler.start();
  }

  /** Aborts running polls and releases their leases. Leases that cannot be released expire. */
  async stop(): Promise<void> {
    await this.#scheduler.stop();
    await this.#collect.close();
  }
}
