import { createSourceHttp, type HostBreakers, respondingNode, type RpcUrls, SourceError } from '@droptrack/sources';
import {
  autoAcceptViolations,
  type CampaignState,
  campaignStateViolations,
  type CandidateView,
  draftDefinition,
  type KnownDrop,
  proposeDropId,
  RECIPIENTS_MIN,
} from '@droptrack/discovery';
import { createVettedAgent } from '@droptrack/egress';
import { readCampaignState } from '@droptrack/finders';
import {
  acceptCandidate,
  CandidateGoneError,
  CandidateStateError,
  DatabaseUnavailableError,
  DropIdTakenError,
  ForeignDropError,
  readKnownTokens,
  readVerifiedCandidates,
} from '@droptrack/persistence';
import type { WorkerContext } from '../context';
import { hostsOfSource } from '../log/source-hosts';
import type { TaskMetrics } from '../metrics/task-metrics';
import { minuteOf, PeriodJob } from '../schedule/period-job';
import type { Job } from '../schedule/scheduler';

interface AcceptDeps extends Pick<WorkerContext, 'db' | 'clock' | 'random' | 'logger'> {
  readonly rpcUrls: RpcUrls;
  readonly metrics: Pick<TaskMetrics, 'accepted'>;
}

/** Maximum number of candidates that are examined per minute; the next minute continues with the older ones. */
const CANDIDATES_MAX = 50;
/** Maximum number of ids that are tried for one drop. */
const IDS_MAX = 20;
/** Name under which the decisions are recorded. */
const BY = 'worker';
const ORIGIN = 'discovered';
const REASON = 'accepted automatically: its list has the root of the contract, which holds the unclaimed amount';
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;

/**
 * Accepts candidates without a person, once a minute, if nothing speaks against them. All the others wait for the review.
 */
export class AcceptJob implements Job {
  readonly name = 'automatic acceptance';
  readonly #stop = new AbortController();
  readonly #hosts: HostBreakers;
  readonly #agent;
  readonly #period: PeriodJob;
  /** Last candidate of the page of the minute before; null at the start of a round. */
  #beforeId: number | null = null;

  constructor(private readonly deps: AcceptDeps) {
    this.#hosts = hostsOfSource(deps, { job: this.name });
    this.#agent = createVettedAgent(PUBLIC_ONLY, { origins: [...deps.rpcUrls.values()].flat() });
    this.#period = new PeriodJob(this.name, minuteOf, () => this.#acceptAll());
  }

  isDue(nowMs: number): boolean {
    return !this.#stop.signal.aborted && this.#period.isDue(nowMs);
  }

  run(nowMs: number): Promise<boolean> {
    return this.#period.run(nowMs);
  }

  /** Aborts requests. To be called before its scheduler is stopped. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#agent.destroy();
  }

  async #acceptAll(): Promise<void> {
    const { db, logger } = this.deps;
    const page = { walletsMin: RECIPIENTS_MIN, beforeId: this.#beforeId, limit: CANDIDATES_MAX };
    const views = await readVerifiedCandidates(db, page);
    for (const view of views) {
      if (this.#stop.signal.aborted) return;
      try {
        await this.#examine(view);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        logger.error({ err: error, candidate: view.id }, 'the automatic acceptance of a candidate failed');
      }
    }
    this.#beforeId = views.length < CANDIDATES_MAX ? null : (views.at(-1)?.id ?? null);
  }

  async #examine(view: CandidateView): Promise<void> {
    const { db, clock } = this.deps;
    // Read for each candidate: one that was accepted before may be what the next one imitates.
    const known = await readKnownTokens(db);
    // The chain is asked only about candidates that nothing else holds back.
    if (autoAcceptViolations(view, known, clock.now()).length > 0) return;
    if (campaignStateViolations(view, await this.#campaignStateOf(view)).length > 0) return;
    await this.#accept(view, known);
  }

  /** Null if unknown. */
  async #campaignStateOf({ id, sightings }: CandidateView): Promise<CampaignState | null> {
    const { clock, rpcUrls, logger } = this.deps;
    const campaign = sightings.find(({ sighting }) => sighting.campaign !== null)?.sighting.campaign ?? null;
    const urls = campaign === null ? undefined : rpcUrls.get(campaign.rpc);
    if (campaign === null || urls === undefined) return null;
    const options = {
      hosts: this.#hosts,
      signal: this.#stop.signal,
      nowMs: () => clock.now(),
      dispatcher: this.#agent,
    };
    try {
      const http = createSourceHttp(options);
      return await readCampaignState(campaign, await respondingNode(http, urls, campaign.rpc), http);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      logger.debug({ candidate: id, reason: error.message }, 'the state of a campaign is unknown');
      return null;
    }
  }

  async #accept(view: CandidateView, known: readonly KnownDrop[]): Promise<void> {
    const { db, clock, logger, metrics } = this.deps;
    const used = new Set(known.map(({ id }) => id));
    for (let attempt = 0; attempt < IDS_MAX; attempt++) {
      const nowMs = clock.now();
      const id = proposeDropId(view, used);
      const definition = draftDefinition(view, { id, nowMs, known });
      try {
        await acceptCandidate(db, { candidateId: view.id, definition, origin: ORIGIN, by: BY, reason: REASON, nowMs });
        metrics.accepted();
        logger.info({ candidate: view.id, drop: id }, 'accepted a candidate automatically');
        return;
      } catch (error) {
        // Decided meanwhile by an operator or another worker, or gone from its chain.
        if (error instanceof CandidateStateError || error instanceof CandidateGoneError) return;
        // Of an archived drop, a drop of another origin, or a candidate whose file is not applied yet.
        if (!(error instanceof DropIdTakenError || error instanceof ForeignDropError)) throw error;
        used.add(id);
      }
    }
  }
}
