import {
  claims,
  CONNECTORS,
  createConnectors,
  priceReader,
  prices,
  SOURCES_OFF,
  type SourcesConfig,
} from '@droptrack/connectors';
import {
  type Connector,
  createSourceAgent,
  offText,
  offTexts,
  type PollLimits,
  type PriceReader,
  type Sources,
} from '@droptrack/sources';
import { campaignNodes, createFinders, FINDERS, FINDERS_OFF_BY, type Finders } from '@droptrack/finders';
import {
  addMissingClaimTasks,
  ClaimLedgerRepository,
  type Database,
  type DeclaredSource,
  finderSource,
  LIST_SOURCE,
  PRICE_SOURCE,
  readDiscoveryHealth,
  readSightedMarkets,
  recordObservations,
  type SourceInterval,
  SourceRepository,
  TaskRepository,
} from '@droptrack/persistence';
import type { Registry } from 'prom-client';
import type { DiscoveryConfig } from '../config/discovery';
import type { WorkerContext } from '../context';
import { AcceptJob } from '../discover/accept.job';
import { reportedHosts } from '../log/source-hosts';
import { SourceLog } from '../log/source-log';
import { TaskMetrics } from '../metrics/task-metrics';
import { every, minuteOf, PeriodJob } from '../schedule/period-job';
import { type Job, Scheduler } from '../schedule/scheduler';
import { CLAIM_LIMITS, claimSource } from './claim-source';
import { findSource } from './find-source';
import { ListSource } from './list-source';
import { pollSource } from './poll-source';
import { priceSource } from './price-source';
import { TaskJob, type TaskPace } from './task.job';
import type { TaskSource } from './task-source';

/** Polls are many and short. */
const POLLING: TaskPace = { tasksMax: 1_000, leaseMs: 0, waitMs: 400, batchMs: 100 };
/** Finders have long intervals, and results that take memory. */
const FINDING: TaskPace = { tasksMax: 4, leaseMs: 2_000, waitMs: 400, batchMs: 0 };
const CHECKING: TaskPace = { tasksMax: 1, leaseMs: 0, waitMs: 400, batchMs: 0 };
/** Interval at which work on candidates is looked for, in milliseconds. */
const REVIEW_TICK_MS = 2_000;

interface TasksConfig {
  readonly sources: SourcesConfig;
  readonly discovery: DiscoveryConfig;
}

/**
 * Work at outside sources: polls, finders, checks of lists, and the automatic acceptance, with schedulers of their own, so that
 * they do not wait for each other.
 */
export class Tasks {
  readonly #agent = createSourceAgent();
  readonly #jobs: readonly TaskJob[];
  readonly #accept: readonly AcceptJob[];
  readonly #schedulers: readonly Scheduler[];

  /** @param finders - created from the configuration by default. */
  constructor(
    context: WorkerContext,
    { sources: config, discovery }: TasksConfig,
    registry: Registry,
    finders: Finders = createFinders(discovery.finders),
  ) {
    const { db, clock } = context;
    const connectors = createConnectors(config);
    const polling = { ...context, dispatcher: this.#agent };
    const polls = connectors.on.map((connector) => pollSource(connector, polling));
    const reader = priceReader(config.of.prices);
    if (!config.off.has(PRICE_SOURCE)) polls.push(priceSource(reader, polling));
    const nodes = config.of.claims;
    if (!config.off.has(claims.id) && nodes !== null) polls.push(claimSource({ ...polling, ...nodes }));
    const finding = finders.on.map((finder) => findSource(finder, context));
    const rpcUrls = campaignNodes(discovery.finders);
    const hasCampaigns = finders.on.some(({ source }) => source === 'evm-campaigns');
    const hasLists = hasCampaigns && discovery.ipfsGateways.length > 0;
    const lists = hasLists ? [new ListSource({ ...context, gateways: discovery.ipfsGateways, rpcUrls })] : [];
    const intervals = polls.map(({ id, limits: { intervalMs } }) => ({ id, intervalMs }));
    const readLists = async () => (await readDiscoveryHealth(db)).lists;
    const metrics = new TaskMetrics(registry, { sources: new SourceRepository(db), intervals, readLists, clock });
    const job = (name: string, sources: readonly TaskSource[], pace: TaskPace) =>
      new TaskJob(name, { ...context, sources, metrics, newPerDayMax: discovery.newPerDayMax }, pace);
    const [collect, find, check] = [
      job('collection', polls, POLLING),
      job('discovery', finding, FINDING),
      job('lists of campaigns', lists, CHECKING),
    ];
    this.#jobs = [collect, find, check];
    this.#accept = hasCampaigns && discovery.isAutoAccept ? [new AcceptJob({ ...context, rpcUrls, metrics })] : [];
    const declared = [
      ...declaredSources(connectors, config, reader),
      ...declaredFinders(finders),
      ...lists.map(declaredLists),
    ];
    const all = [...polls, ...finding, ...lists];
    this.#schedulers = [
      new Scheduler([...sourceJobs(context, declared, intervals, all), collect], context),
      new Scheduler([sightedMarkets(db)], context),
      new Scheduler([find], context),
      new Scheduler([check, ...this.#accept], context, REVIEW_TICK_MS),
    ];
  }

  start(): void {
    for (const scheduler of this.#schedulers) scheduler.start();
  }

  /** Aborts runs and releases their leases. Leases that cannot be released expire. */
  async stop(): Promise<void> {
    await Promise.all(this.#accept.map((job) => job.close()));
    await Promise.all(this.#schedulers.map((scheduler) => scheduler.stop()));
    await Promise.all(this.#jobs.map((job) => job.close()));
    await this.#agent.destroy();
  }
}

/** Interval of heartbeats, in milliseconds. */
const HEARTBEAT_MS = 5_000;
/** Interval at which claims of retired ledgers are deleted, in milliseconds, and steps of it, so that other jobs run in between. */
const [RETIRED_MS, RETIRED_STEPS_MAX] = [60_000, 5];
/** Interval at which the health of the sources is read for the log, in milliseconds. */
const LOG_MS = 15_000;

/**
 * Jobs that publish the sources for operators: their declaration at the start, heartbeats with the held back hosts, and the log
 * of those that fail.
 */
function sourceJobs(
  { db, logger }: Pick<WorkerContext, 'db' | 'logger'>,
  declared: readonly DeclaredSource[],
  intervals: readonly SourceInterval[],
  sources: readonly TaskSource[],
): Job[] {
  const rows = new SourceRepository(db);
  const recall = (nowMs: number, withRejected: boolean) =>
    new TaskRepository(db).recall({ nowMs, withRejected, intervals });
  const log = new SourceLog(logger);
  return [
    new PeriodJob(
      'declaration of sources',
      () => 0,
      async (nowMs) => {
        await rows.declare(declared, nowMs);
        await addMissingClaimTasks(db, nowMs);
        await recall(nowMs, true);
      },
    ),
    new PeriodJob('deletion of retired ledgers', every(RETIRED_MS), (nowMs) => deleteRetired(db, nowMs)),
    new PeriodJob('recall of tasks', minuteOf, (nowMs) => recall(nowMs, false)),
    new PeriodJob('heartbeat of sources', every(HEARTBEAT_MS), (nowMs) =>
      rows.heartbeat(
        sources.map(({ id, hosts }) => reportedHosts(id, hosts, nowMs)),
        nowMs,
      ),
    ),
    new PeriodJob('log of sources', every(LOG_MS), async (nowMs) => log.observe(await rows.readHealth(nowMs), nowMs)),
  ];
}

async function deleteRetired(db: Database, nowMs: number): Promise<void> {
  const ledgers = new ClaimLedgerRepository(db);
  for (let step = 0; step < RETIRED_STEPS_MAX; step++) if ((await ledgers.deleteRetired(nowMs)) === 0) return;
}

/** Interval at which forecasts are taken from the sightings of markets, in milliseconds. */
const SIGHTED_MS = 5 * 60_000;

/** Observes the forecasts of prediction markets that finders have sighted; no request is sent for it. */
const sightedMarkets = (db: Database): PeriodJob =>
  new PeriodJob(
    'sighted markets',
    every(SIGHTED_MS),
    async (nowMs) => void (await recordObservations(db, await readSightedMarkets(db, nowMs), nowMs)),
  );

/** Placeholder for a source that is off, whose requests are not counted. */
const NO_LIMIT = { requestsPerMinute: 1, requestBurst: 1 } as const;

/** All sources of polls, for operators: limits of those that are polled, and reasons for the others. */
function declaredSources(
  { on, off }: Sources<Connector, string>,
  { off: switchedOff, of }: SourcesConfig,
  reader: PriceReader,
): DeclaredSource[] {
  const reasons = offTexts(CONNECTORS, off, SOURCES_OFF);
  const declared = (id: string, source: { readonly limits: PollLimits } | undefined, offReason: string | null) => {
    const { requestsPerMinute, requestBurst } = source?.limits ?? NO_LIMIT;
    return { kind: 'poll' as const, id, offReason, requestsPerMinute, requestBurst };
  };
  const sources = new Map(on.map((each) => [each.id, each]));
  return [
    ...CONNECTORS.map(({ id }) => declared(id, sources.get(id), reasons.get(id) ?? null)),
    ...[
      { source: prices, limits: reader.limits },
      { source: claims, limits: CLAIM_LIMITS },
    ].map(({ source, limits }) => {
      const reason = switchedOff.has(source.id) ? 'switched_off' : of[source.id] === null ? 'not_configured' : null;
      return declared(source.id, { limits }, reason && offText(reason, SOURCES_OFF, source));
    }),
  ];
}

/** All finders, for operators: those that are run, and reasons for the others. */
export function declaredFinders({ on, off }: Finders): DeclaredSource[] {
  const declared = (id: string, offReason: string | null = null): DeclaredSource => ({
    kind: 'find',
    id: finderSource(id),
    offReason,
  });
  const reasons = offTexts(FINDERS, off, FINDERS_OFF_BY);
  return [...on.map(({ id }) => declared(id)), ...[...reasons].map(([id, reason]) => declared(id, reason))];
}

const declaredLists = (): DeclaredSource => ({ kind: 'list', id: LIST_SOURCE, offReason: null });
