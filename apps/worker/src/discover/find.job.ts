import { setMaxListeners } from 'node:events';
import { HostBreakers } from '@droptrack/connectors';
import { createVettedAgent } from '@droptrack/egress';
import type { Finder } from '@droptrack/finders';
import {
  DatabaseRejectedError,
  DatabaseUnavailableError,
  FinderRepository,
  type FoundReport,
  type LeasedFinder,
  recordFound,
} from '@droptrack/persistence';
import type { Agent } from 'undici';
import type { Clocks, WorkerContext } from '../context';
import type { DiscoveryMetrics } from '../metrics/discovery-metrics';
import type { Job } from '../schedule/scheduler';
import { type RunEnd, runFinder } from './run-finder';

export interface FindDeps extends Pick<WorkerContext, 'db' | 'random' | 'logger'> {
  readonly clock: Clocks;
  readonly finders: readonly Finder[];
  /** Maximum number of new candidates per source and UTC day. */
  readonly newPerDayMax: number;
  readonly metrics: Pick<DiscoveryMetrics, 'ran' | 'stored'>;
}

/** Concurrency limit of runs per worker, which bounds its memory. */
const RUNS_MAX = 4;
/** Part of a lease beyond the timeout of the run, in which its outcome is recorded, in milliseconds. */
const LEASE_MARGIN_MS = 60_000;
/** Interval between leases, in milliseconds: short beside the intervals of finders, and hardly any work for the database. */
const LEASE_INTERVAL_MS = 2_000;
/** Public addresses only; origins that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;

/** A finder with the parts that outlive its runs. */
interface RunnableFinder {
  readonly finder: Finder;
  readonly hosts: HostBreakers;
  readonly agent: Agent;
}

/**
 * Runs finders that are due, and records their sightings and then their outcomes: after a crash in between the run is
 * repeated, and nothing is lost. When the worker is killed, its leases expire and other workers run the finders.
 */
export class FindJob implements Job {
  readonly name = 'discovery';
  readonly #finders: ReadonlyMap<string, RunnableFinder>;
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  /** Ends of runs to be recorded. */
  #ended: RunEnd[] = [];
  /** Leases of runs that the stop of this worker aborted. */
  readonly #aborted: LeasedFinder[] = [];
  #nextLeaseMs = -Infinity;

  constructor(private readonly deps: FindDeps) {
    const { clock, random, finders } = deps;
    const runnable = (finder: Finder): RunnableFinder => ({
      finder,
      hosts: new HostBreakers({ monotonicMs: () => clock.monotonicMs(), random }),
      agent: createVettedAgent(PUBLIC_ONLY, { origins: finder.origins }),
    });
    this.#finders = new Map(finders.map((finder) => [finder.id, runnable(finder)]));
    // Each run adds a listener.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Circuit breakers by finder. */
  get breakers(): ReadonlyMap<string, HostBreakers> {
    return new Map([...this.#finders].map(([id, { hosts }]) => [id, hosts]));
  }

  isDue(): boolean {
    if (this.#finders.size === 0) return false;
    return this.#ended.length > 0 || this.deps.clock.monotonicMs() >= this.#nextLeaseMs;
  }

  async run(): Promise<boolean> {
    const { db, clock } = this.deps;
    await this.#recordAll();
    if (clock.monotonicMs() < this.#nextLeaseMs) return false;
    // Ends that cannot be recorded yet keep their results in memory, so they count as running.
    const limit = RUNS_MAX - this.#running.size - this.#ended.length;
    const idle = [...this.#finders.values()].filter(({ finder: { id } }) => !this.#running.has(id));
    if (limit > 0 && idle.length > 0) {
      const terms = idle.map(({ finder: { id, limits } }) => ({ id, leaseMs: limits.runTimeoutMs + LEASE_MARGIN_MS }));
      for (const leased of await new FinderRepository(db).lease(terms, limit, clock.now())) this.#begin(leased);
    }
    this.#nextLeaseMs = clock.monotonicMs() + LEASE_INTERVAL_MS;
    return false;
  }

  /** Aborts runs and releases their leases, so that another worker can lease them at once. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running.values());
    await Promise.all([...this.#finders.values()].map(({ agent }) => agent.destroy()));
    try {
      await this.#recordAll();
      if (this.#aborted.length > 0) await new FinderRepository(this.deps.db).release(this.#aborted);
    } catch (error) {
      // The leases expire, and the runs are repeated.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }

  #begin(leased: LeasedFinder): void {
    const runnable = this.#finders.get(leased.id);
    if (runnable === undefined) return;
    const { finder, hosts, agent } = runnable;
    const { clock, random } = this.deps;
    const deps = { finder, hosts, dispatcher: agent, clock, random, stopping: this.#stop.signal };
    const work = runFinder(leased, deps).then((end) => {
      this.#running.delete(leased.id);
      if (end === null) this.#aborted.push(leased);
      else this.#end(end);
    });
    this.#running.set(leased.id, work);
  }

  #end(end: RunEnd): void {
    const { logger, metrics } = this.deps;
    const { leased, outcome, bug } = end;
    this.#ended.push(end);
    metrics.ran(end);
    const finder = leased.id;
    if (bug !== null) logger.error({ finder, err: bug }, 'a finder failed with an unexpected error');
    if (outcome.kind === 'failed' && leased.failures === 0) {
      const retryAt = new Date(outcome.nextDueMs).toISOString();
      logger.info({ finder, kind: outcome.failureKind, reason: outcome.message, retryAt }, 'a finder failed');
    }
    if (outcome.kind === 'answered' && leased.failures > 0) {
      logger.info({ finder, failures: leased.failures }, 'a finder works again');
    }
  }

  /** Records ends; keeps those that are not recorded while the database is unavailable. */
  async #recordAll(): Promise<void> {
    for (let end = this.#ended[0]; end !== undefined; end = this.#ended[0]) {
      await this.#record(end);
      this.#ended.shift();
    }
  }

  async #record(end: RunEnd): Promise<void> {
    const { db, clock, logger } = this.deps;
    const finders = new FinderRepository(db);
    try {
      if (end.found !== null) this.#stored(end, await this.#store(end, end.found));
      await finders.recordOutcome(end.outcome, clock.now());
    } catch (error) {
      if (!(error instanceof DatabaseRejectedError)) throw error;
      logger.error({ finder: end.leased.id, err: error }, 'the result of a finder cannot be stored');
      // Recorded as a failure, it is visible and backs off; otherwise the run would repeat at the end of the lease.
      const { id, lease, nextDueMs } = end.outcome;
      const message = 'its result cannot be stored';
      await finders.recordOutcome(
        { id, lease, nextDueMs, kind: 'failed', failureKind: 'internal', message },
        clock.now(),
      );
    }
  }

  #store(
    { source, leased: { id: finderId, lease }, startedAtMs: nowMs }: RunEnd,
    { sightings, gone }: NonNullable<RunEnd['found']>,
  ): Promise<FoundReport> {
    const { db, newPerDayMax } = this.deps;
    return recordFound(db, { source, sightings, gone, nowMs, newPerDayMax, lease: { finderId, lease } });
  }

  #stored({ leased: { id: finder } }: RunEnd, report: FoundReport): void {
    const { logger, metrics } = this.deps;
    if (report.isDiscarded) {
      logger.warn({ finder }, 'the result of a finder is discarded, because its lease has ended');
      return;
    }
    metrics.stored(finder, report);
    const { added, candidates, gone, violations } = report;
    if (candidates.length > 0 || gone > 0) {
      logger.info({ finder, sightings: added, candidates: candidates.length, gone }, 'a finder saw drops');
    }
    const [first] = violations;
    if (first !== undefined) {
      const rejected = { finder, rejected: violations.length, violation: first.violation };
      logger.error(rejected, 'a finder returned invalid sightings, which is a bug');
    }
  }
}
