import { setMaxListeners } from 'node:events';
import { type Connector, createSourceAgent, HostGates } from '@droptrack/connectors';
import {
  type Capacity,
  type LeasedPoll,
  leasePolls,
  type Database,
  DatabaseRefusedError,
  DatabaseUnavailableError,
  type PollOutcome,
  PollRepository,
  recordPollOutcomes,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Clocks } from '../clocks';
import type { SourceMetrics } from '../metrics/source-metrics';
import type { Job } from '../schedule/job';
import { type PollEnd, runPoll } from './run-poll';

export interface CollectDeps {
  readonly db: Database;
  /** Sources that are asked. */
  readonly connectors: readonly Connector[];
  readonly clocks: Clocks;
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: Pick<SourceMetrics, 'claimed' | 'ended' | 'stored'>;
}

/** Beyond the longest that a poll may take: what is left to store it, in milliseconds. */
const LEASE_MARGIN_MS = 60_000;
/** Polls that end within this time of each other are stored together, in milliseconds. */
const GATHER_MS = 100;
const FAULT_OF_OURS = 'a connector failed in a way that nobody foresaw';
/** How often it is looked for what has become due while polls are under way, in milliseconds. */
const LOOK_MS = 400;

/**
 * Asks sources what is due, each at most as often at once as it allows, so that one that hangs holds up no other.
 * What polls come to is stored some at a time. Killed on the way, it loses what was under way: the leases end, and
 * others ask again.
 */
export class CollectJob implements Job {
  readonly name = 'collection';
  /** Per source, so that what is wrong with one of its hosts is told as the source's. */
  readonly gates: ReadonlyMap<string, HostGates>;
  readonly #agent = createSourceAgent();
  readonly #stop = new AbortController();
  readonly #underWay = new Map<string, Map<LeasedPoll, Promise<void>>>();
  /** Not stored yet. */
  #ended: PollOutcome[] = [];
  /** Polls that the end of this worker cut off. */
  readonly #cutOff: LeasedPoll[] = [];
  /** A poll has ended since it was last looked. */
  #isNews = false;
  #wake: () => void = () => undefined;

  constructor(private readonly deps: CollectDeps) {
    this.gates = new Map(deps.connectors.map(({ id }) => [id, new HostGates({ ...deps.clocks, random: deps.random })]));
    for (const { id } of deps.connectors) this.#underWay.set(id, new Map());
    // Each poll under way listens for it.
    setMaxListeners(0, this.#stop.signal);
  }

  isDue(): boolean {
    return this.deps.connectors.length > 0;
  }

  async run(): Promise<boolean> {
    const { db, clocks, connectors } = this.deps;
    await this.#settle();
    const claimed = await leasePolls(
      db,
      connectors.map((connector) => this.#capacityOf(connector)),
      clocks.now(),
    );
    for (const poll of claimed) this.#begin(poll);
    if (this.#polls().length === 0 && this.#ended.length === 0) return false;
    await this.#somethingToDo();
    return true;
  }

  #capacityOf({ id, limits }: Connector): Capacity {
    // What cannot be stored yet takes up room as well: there is an end to it.
    const unstored = this.#ended.filter(({ source }) => source === id).length;
    return {
      source: id,
      polls: limits.concurrency - (this.#underWay.get(id)?.size ?? 0) - unstored,
      leaseMs: limits.pollTimeoutMs + LEASE_MARGIN_MS,
    };
  }

  /** Ends what is under way and gives it back, for another worker to take at once. */
  async close(): Promise<void> {
    const { db, clocks } = this.deps;
    this.#stop.abort();
    await Promise.all([...this.#underWay.values()].flatMap((polls) => [...polls.values()]));
    await this.#agent.destroy();
    try {
      await this.#settle();
      if (this.#cutOff.length > 0) await new PollRepository(db).release(this.#cutOff, clocks.now());
    } catch (error) {
      // Then the leases end, and what was found out is found out again.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }

  #begin(poll: LeasedPoll): void {
    const { connectors, clocks, metrics, random } = this.deps;
    const connector = connectors.find(({ id }) => id === poll.source);
    const hosts = this.gates.get(poll.source);
    if (connector === undefined || hosts === undefined) return;
    metrics.claimed(poll.source, Math.max(0, clocks.now() - poll.dueMs));
    const beganMs = clocks.monotonicMs();
    const deps = { connector, hosts, dispatcher: this.#agent, clocks, random, stopping: this.#stop.signal };
    const work = runPoll(poll, deps).then((end) => {
      this.#underWay.get(poll.source)?.delete(poll);
      if (end === null) this.#cutOff.push(poll);
      else this.#end(end, clocks.monotonicMs() - beganMs);
      this.#wake();
    });
    this.#underWay.get(poll.source)?.set(poll, work);
  }

  #end({ outcome, bug }: PollEnd, durationMs: number): void {
    const { logger, metrics } = this.deps;
    metrics.ended(outcome, durationMs);
    this.#ended.push(outcome);
    this.#isNews = true;
    const { dropId: drop, source } = outcome;
    if (bug !== null) logger.error({ drop, source, err: bug }, FAULT_OF_OURS);
    else if (outcome.kind === 'failed') {
      logger.debug({ drop, source, kind: outcome.failureKind, reason: outcome.message }, 'a source gave no answer');
    }
  }

  /** What cannot be stored as the database is away is stored later. */
  async #settle(): Promise<void> {
    if (this.#ended.length === 0) return;
    const outcomes = this.#ended;
    this.#ended = [];
    try {
      await this.#store(outcomes);
    } catch (error) {
      if (error instanceof DatabaseRefusedError) return this.#settleEach(outcomes);
      this.#ended = [...outcomes, ...this.#ended];
      throw error;
    }
  }

  /** One outcome that the database does not take must not take the others with it; its poll is made again. */
  async #settleEach(outcomes: readonly PollOutcome[]): Promise<void> {
    for (const [index, outcome] of outcomes.entries()) {
      try {
        await this.#store([outcome]);
      } catch (error) {
        if (!(error instanceof DatabaseRefusedError)) {
          this.#ended = [...outcomes.slice(index), ...this.#ended];
          throw error;
        }
        const { dropId: drop, source } = outcome;
        this.deps.logger.error({ drop, source, err: error }, 'what a poll came to cannot be stored');
        // As a failure it is told, and waits as one does; else it would be asked again and again.
        if (outcome.kind !== 'failed') await this.#store([unstorable(outcome)]);
      }
    }
  }

  async #store(outcomes: readonly PollOutcome[]): Promise<void> {
    const { db, clocks, logger, metrics } = this.deps;
    const { readings, waiting, invalid } = await recordPollOutcomes(db, outcomes, clocks.now());
    metrics.stored(readings);
    this.#ended.push(...waiting);
    for (const { dropId: drop, source } of invalid) logger.error({ drop, source }, FAULT_OF_OURS);
  }

  #polls(): LeasedPoll[] {
    return [...this.#underWay.values()].flatMap((polls) => [...polls.keys()]);
  }

  /** Until a poll has ended, or it is time to look for more, or whether what waits can be stored. */
  async #somethingToDo(): Promise<void> {
    if (!this.#isNews) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isNews = false;
    if (!this.#stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  }
}

function unstorable({ dropId, source, lease, requests, endedAtMs, nextDueMs }: PollOutcome): PollOutcome {
  const end = { dropId, source, lease, requests, endedAtMs, nextDueMs };
  return { ...end, kind: 'failed', failureKind: 'internal', message: 'its answer cannot be stored' };
}
