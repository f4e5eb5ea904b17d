import { setMaxListeners } from 'node:events';
import { type Connector, createSourceAgent, HostBreakers } from '@droptrack/connectors';
import {
  type Capacity,
  type LeasedPoll,
  leasePolls,
  DatabaseRejectedError,
  DatabaseUnavailableError,
  type PollOutcome,
  PollRepository,
  recordPollOutcomes,
} from '@droptrack/persistence';
import { WakeUpSignal } from '@droptrack/resilience';
import type { Clocks, WorkerContext } from '../context';
import type { SourceMetrics } from '../metrics/source-metrics';
import type { Job } from '../schedule/scheduler';
import { type PollEnd, runPoll } from './run-poll';

export interface CollectDeps extends Pick<WorkerContext, 'db' | 'random' | 'logger'> {
  readonly clock: Clocks;
  /** Sources that are polled. */
  readonly connectors: readonly Connector[];
  readonly metrics: Pick<SourceMetrics, 'leased' | 'ended' | 'stored'>;
}

/** Part of a lease beyond the timeout of the poll, in which its outcome is recorded, in milliseconds. */
const LEASE_MARGIN_MS = 60_000;
/** Outcomes of polls that end within this time are recorded together, in milliseconds. */
const BATCH_MS = 100;
const CONNECTOR_BUG = 'a connector failed with an unexpected error';
/** Interval between leases while polls are running, in milliseconds. */
const LEASE_INTERVAL_MS = 400;

/**
 * Runs polls that are due, up to the concurrency limit of each source, so that a source that hangs does not block others.
 * Records outcomes in batches. When the worker is killed, its leases expire and other workers poll again.
 */
export class CollectJob implements Job {
  readonly name = 'collection';
  /** Circuit breakers per source, so that the failure of a host is reported for the source. */
  readonly breakers: ReadonlyMap<string, HostBreakers>;
  readonly #agent = createSourceAgent();
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Map<LeasedPoll, Promise<void>>>();
  /** Outcomes to be recorded. */
  #ended: PollOutcome[] = [];
  /** Polls that the stop of this worker aborted. */
  readonly #aborted: LeasedPoll[] = [];
  /** Sent when a poll has ended. */
  readonly #endSignal = new WakeUpSignal();

  constructor(private readonly deps: CollectDeps) {
    const { clock, random } = deps;
    const breakers = () => new HostBreakers({ monotonicMs: () => clock.monotonicMs(), random });
    this.breakers = new Map(deps.connectors.map(({ id }) => [id, breakers()]));
    for (const { id } of deps.connectors) this.#running.set(id, new Map());
    // Each running poll adds a listener.
    setMaxListeners(0, this.#stop.signal);
  }

  isDue(): boolean {
    return this.deps.connectors.length > 0;
  }

  async run(): Promise<boolean> {
    const { db, clock, connectors } = this.deps;
    await this.#record();
    const leased = await leasePolls(
      db,
      connectors.map((connector) => this.#capacityOf(connector)),
      clock.now(),
    );
    for (const poll of leased) this.#begin(poll);
    if (this.#polls().length === 0 && this.#ended.length === 0) return false;
    await this.#waitForWork();
    return true;
  }

  #capacityOf({ id, limits }: Connector): Capacity {
    // Outcomes that cannot be recorded yet count as running, which bounds their number.
    const unstored = this.#ended.filter(({ source }) => source === id).length;
    return {
      source: id,
      polls: limits.concurrency - (this.#running.get(id)?.size ?? 0) - unstored,
      leaseMs: limits.pollTimeoutMs + LEASE_MARGIN_MS,
    };
  }

  /** Aborts running polls and releases their leases, so that another worker can lease them at once. */
  async close(): Promise<void> {
    const { db, clock } = this.deps;
    this.#stop.abort();
    await Promise.all([...this.#running.values()].flatMap((polls) => [...polls.values()]));
    await this.#agent.destroy();
    try {
      await this.#record();
      if (this.#aborted.length > 0) await new PollRepository(db).release(this.#aborted, clock.now());
    } catch (error) {
      // The leases expire, and the polls are repeated.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }

  #begin(poll: LeasedPoll): void {
    const { connectors, clock, metrics, random } = this.deps;
    const connector = connectors.find(({ id }) => id === poll.source);
    const hosts = this.breakers.get(poll.source);
    if (connector === undefined || hosts === undefined) return;
    metrics.leased(poll.source, Math.max(0, clock.now() - poll.dueMs));
    const beganMs = clock.monotonicMs();
    const deps = { connector, hosts, dispatcher: this.#agent, clock, random, stopping: this.#stop.signal };
    const work = runPoll(poll, deps).then((end) => {
      this.#running.get(poll.source)?.delete(poll);
      if (end === null) this.#aborted.push(poll);
      else this.#end(end, clock.monotonicMs() - beganMs);
      this.#endSignal.send();
    });
    this.#running.get(poll.source)?.set(poll, work);
  }

  #end({ outcome, bug }: PollEnd, durationMs: number): void {
    const { logger, metrics } = this.deps;
    metrics.ended(outcome, durationMs);
    this.#ended.push(outcome);
    const { dropId: drop, source } = outcome;
    if (bug !== null) logger.error({ drop, source, err: bug }, CONNECTOR_BUG);
    else if (outcome.kind === 'failed') {
      logger.debug({ drop, source, kind: outcome.failureKind, reason: outcome.message }, 'a poll failed');
    }
  }

  /** Records outcomes; keeps them for later while the database is unavailable. */
  async #record(): Promise<void> {
    if (this.#ended.length === 0) return;
    const outcomes = this.#ended;
    this.#ended = [];
    try {
      await this.#store(outcomes);
    } catch (error) {
      if (error instanceof DatabaseRejectedError) return this.#recordEach(outcomes);
      this.#ended = [...outcomes, ...this.#ended];
      throw error;
    }
  }

  /** Records outcomes one by one, so that one that the database rejects does not discard the others. */
  async #recordEach(outcomes: readonly PollOutcome[]): Promise<void> {
    for (const [index, outcome] of outcomes.entries()) {
      try {
        await this.#store([outcome]);
      } catch (error) {
        if (!(error instanceof DatabaseRejectedError)) {
          this.#ended = [...outcomes.slice(index), ...this.#ended];
          throw error;
        }
        const { dropId: drop, source } = outcome;
        this.deps.logger.error({ drop, source, err: error }, 'the outcome of a poll cannot be stored');
        // Recorded as a failure, it is visible and backs off; otherwise the poll would repeat at once.
        if (outcome.kind !== 'failed') await this.#store([unstorable(outcome)]);
      }
    }
  }

  async #store(outcomes: readonly PollOutcome[]): Promise<void> {
    const { db, clock, logger, metrics } = this.deps;
    const { readings, waiting, invalid } = await recordPollOutcomes(db, outcomes, clock.now());
    metrics.stored(readings);
    this.#ended.push(...waiting);
    for (const { dropId: drop, source } of invalid) logger.error({ drop, source }, CONNECTOR_BUG);
  }

  #polls(): LeasedPoll[] {
    return [...this.#running.values()].flatMap((polls) => [...polls.keys()]);
  }

  /** Waits until a poll has ended, or until it is time to lease more and to retry the recording. */
  async #waitForWork(): Promise<void> {
    await this.#endSignal.wait(LEASE_INTERVAL_MS);
    if (!this.#stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
  }
}

function unstorable({ dropId, source, lease, requests, endedAtMs, nextDueMs }: PollOutcome): PollOutcome {
  const end = { dropId, source, lease, requests, endedAtMs, nextDueMs };
  return { ...end, kind: 'failed', failureKind: 'internal', message: 'its response cannot be stored' };
}
