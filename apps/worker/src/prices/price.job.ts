import { isPriceNeeded, pricedToken } from '@droptrack/catalogue';
import {
  createSourceAgent,
  createSourceHttp,
  fetchPrices,
  HostBreakers,
  PRICE_LIMITS,
  SourceError,
  type SourcesConfig,
  type TokenAnswer,
  TOKENS_PER_REQUEST,
} from '@droptrack/connectors';
import {
  type LeasedPoll,
  leasePolls,
  type NewObservation,
  type PollOutcome,
  PollRepository,
  PRICE_SOURCE,
  readPricedDrops,
  recordObservations,
  recordPollOutcomes,
} from '@droptrack/persistence';
import { type CollectDeps } from '../collect/collect.job';
import type { Job } from '../schedule/scheduler';
import { outcomesOf } from './price-outcomes';

export interface PriceDeps extends Omit<CollectDeps, 'connectors' | 'metrics'> {
  readonly config: SourcesConfig['prices'];
  readonly metrics: Pick<CollectDeps['metrics'], 'leased' | 'ended'>;
}

/** Interval of looks for due polls, in milliseconds. */
const LOOK_MS = 2_000;
/** Part of a lease beyond the timeout of the request, in which its outcome is recorded, in milliseconds. */
const LEASE_MARGIN_MS = 60_000;

/**
 * Observes the prices of tokens, up to 50 in one request. Polls of all tokens are due together, once an hour. A batch that
 * a worker leaves behind when it is killed is leased again by another one.
 */
export class PriceJob implements Job {
  readonly name = 'prices';
  /** Circuit breaker of the source. */
  readonly hosts: HostBreakers;
  readonly #agent = createSourceAgent();
  readonly #stop = new AbortController();
  #lookedAt: number | null = null;

  constructor(private readonly deps: PriceDeps) {
    const { clock, random } = deps;
    this.hosts = new HostBreakers({ monotonicMs: () => clock.monotonicMs(), random });
  }

  isDue(nowMs: number): boolean {
    return Math.floor(nowMs / LOOK_MS) !== this.#lookedAt;
  }

  async run(): Promise<boolean> {
    const { db, clock, metrics } = this.deps;
    const nowMs = clock.now();
    const capacity = { source: PRICE_SOURCE, polls: TOKENS_PER_REQUEST, leaseMs: PRICE_LIMITS.pollTimeoutMs + LEASE_MARGIN_MS }; // prettier-ignore
    const polls = await leasePolls(db, [capacity], nowMs);
    this.#lookedAt = Math.floor(nowMs / LOOK_MS);
    if (polls.length === 0) return false;
    for (const { dueMs } of polls) metrics.leased(PRICE_SOURCE, Math.max(0, nowMs - dueMs));
    const outcomes = await this.#poll(polls);
    if (outcomes === null) await new PollRepository(db).release(polls, clock.now());
    else await recordPollOutcomes(db, outcomes, clock.now());
    return outcomes !== null && polls.length === TOKENS_PER_REQUEST;
  }

  /** Aborts the running request; the scheduler is stopped afterwards. */
  abort(): void {
    this.#stop.abort();
  }

  /** Closes connections, once the scheduler has stopped. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Outcomes of polls, whose observations are recorded; null if the worker stopped before the response. */
  async #poll(polls: readonly LeasedPoll[]): Promise<readonly PollOutcome[] | null> {
    const { db, clock, random, metrics, logger } = this.deps;
    const beganMs = clock.monotonicMs();
    const sent = { requests: 0 };
    const answers = await this.#ask(await this.#tokensOf(polls), sent).catch((error: unknown) => {
      if (this.#stop.signal.aborted) return null;
      if (error instanceof SourceError) return error;
      throw error;
    });
    if (answers === null) return null;
    const nowMs = clock.now();
    if (!(answers instanceof SourceError)) await recordObservations(db, observationsOf(polls, answers), nowMs);
    const outcomes = outcomesOf(polls, answers, { requests: sent.requests, nowMs, random });
    for (const outcome of outcomes) metrics.ended(outcome, clock.monotonicMs() - beganMs);
    if (answers instanceof SourceError) {
      logger.debug({ source: PRICE_SOURCE, kind: answers.kind, reason: answers.message }, 'a poll failed');
    }
    return outcomes;
  }

  /** Tokens of the drops whose price is needed now, each once. */
  async #tokensOf(polls: readonly LeasedPoll[]): Promise<string[]> {
    const { db, clock } = this.deps;
    const drops = await readPricedDrops(
      db,
      polls.map(({ dropId }) => dropId),
    );
    const needed = drops.filter(({ definition, hasList }) => isPriceNeeded(definition, hasList, clock.now()));
    return [...new Set(needed.flatMap(({ definition }) => pricedToken(definition) ?? []))];
  }

  async #ask(tokens: readonly string[], sent: { requests: number }): Promise<ReadonlyMap<string, TokenAnswer>> {
    const { config, clock } = this.deps;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(PRICE_LIMITS.pollTimeoutMs)]);
    const onRequest = (): void => void (sent.requests += 1);
    const http = createSourceHttp({ hosts: this.hosts, signal, nowMs: () => clock.now(), dispatcher: this.#agent, onRequest }); // prettier-ignore
    return fetchPrices(config, http, tokens, clock.now());
  }
}

/** Observations of the tokens that have a price; the query of a poll is its token. */
function observationsOf(polls: readonly LeasedPoll[], answers: ReadonlyMap<string, TokenAnswer>): NewObservation[] {
  return polls.flatMap(({ dropId, query }): NewObservation[] => {
    const token = String(query);
    const answer = answers.get(token) ?? null;
    if (answer === null || answer instanceof SourceError) return [];
    const { usd: value, observedAtMs, url } = answer;
    return [{ dropId, kind: 'price_usd', value, token, url, observedAtMs }];
  });
}
