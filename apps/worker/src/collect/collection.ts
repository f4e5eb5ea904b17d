import {
  type Connectors,
  createConnectors,
  SOURCE_IDS,
  type SourceId,
  PRICE_LIMITS,
  type SourcesConfig,
} from '@droptrack/connectors';
import {
  type Database,
  type DeclaredSource,
  PollRepository,
  PRICE_SOURCE,
  readSightedMarkets,
  recordObservations,
  type SourceInterval,
  SourceRepository,
} from '@droptrack/persistence';
import type { Registry } from 'prom-client';
import type { WorkerContext } from '../context';
import { SourceLog } from '../log/source-log';
import { SourceMetrics } from '../metrics/source-metrics';
import { PriceJob } from '../prices/price.job';
import { minuteOf, PeriodJob } from '../schedule/period-job';
import { type Job, Scheduler } from '../schedule/scheduler';
import { CollectJob } from './collect.job';

/**
 * Collection of signals and of prices, with schedulers of their own, so that polls, requests for prices and recompute runs do
 * not wait for each other.
 */
export class Collection {
  readonly #collect: CollectJob;
  /** Null while the source of prices is off. */
  readonly #prices: PriceJob | null;
  readonly #schedulers: readonly Scheduler[];

  constructor(context: WorkerContext, config: SourcesConfig, registry: Registry) {
    const { db, clock } = context;
    const connectors = createConnectors(config);
    const arePricesOn = !config.off.has(PRICE_SOURCE);
    const intervals: SourceInterval[] = connectors.on.map(({ id, limits }) => ({ id, intervalMs: limits.intervalMs }));
    if (arePricesOn) intervals.push({ id: PRICE_SOURCE, intervalMs: PRICE_LIMITS.intervalMs });
    const metrics = new SourceMetrics(registry, new SourceRepository(db), intervals, clock);
    this.#collect = new CollectJob({ ...context, connectors: connectors.on, metrics });
    this.#prices = arePricesOn ? new PriceJob({ ...context, config: config.prices, metrics }) : null;
    const declared = [...declaredSources(connectors), declaredPrices(arePricesOn)];
    const breakers = new Map(this.#collect.breakers);
    if (this.#prices !== null) breakers.set(PRICE_SOURCE, this.#prices.hosts);
    this.#schedulers = [
      new Scheduler([...sourceJobs(context, declared, intervals, breakers), this.#collect], context),
      new Scheduler([...(this.#prices === null ? [] : [this.#prices]), sightedMarkets(db)], context),
    ];
  }

  start(): void {
    for (const scheduler of this.#schedulers) scheduler.start();
  }

  /** Aborts running polls and releases their leases. Leases that cannot be released expire. */
  async stop(): Promise<void> {
    this.#prices?.abort();
    await Promise.all(this.#schedulers.map((scheduler) => scheduler.stop()));
    await Promise.all([this.#collect.close(), this.#prices?.close()]);
  }
}

/** Interval of heartbeats, in milliseconds. */
const HEARTBEAT_MS = 5_000;
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
  breakers: CollectJob['breakers'],
): Job[] {
  const note = async (nowMs: number): Promise<void> => {
    const sources = [...breakers].map(([id, hosts]) => ({
      id,
      heldBack: hosts
        .state()
        .map(({ host, state, retryAfterMs }) => ({ host, state, retryAtMs: nowMs + retryAfterMs })),
    }));
    await new SourceRepository(db).heartbeat(sources, nowMs);
  };
  const log = new SourceLog(logger);
  return [
    new PeriodJob(
      'declaration of sources',
      () => 0,
      async (nowMs) => {
        await new SourceRepository(db).declare(declared, nowMs);
        await new PollRepository(db).recall({ nowMs, withUnauthorized: true, intervals });
      },
    ),
    new PeriodJob('recall of polls', minuteOf, (nowMs) =>
      new PollRepository(db).recall({ nowMs, withUnauthorized: false, intervals }),
    ),
    new PeriodJob('heartbeat of sources', (nowMs) => Math.floor(nowMs / HEARTBEAT_MS), note),
    new PeriodJob(
      'log of sources',
      (nowMs) => Math.floor(nowMs / LOG_MS),
      async (nowMs) => log.observe(await new SourceRepository(db).readHealth(nowMs), nowMs),
    ),
  ];
}

/** Interval at which forecasts are taken from the sightings of markets, in milliseconds. */
const SIGHTED_MS = 5 * 60_000;

/** Observes the forecasts of prediction markets that finders have sighted; no request is sent for it. */
const sightedMarkets = (db: Database): PeriodJob =>
  new PeriodJob(
    'sighted markets',
    (nowMs) => Math.floor(nowMs / SIGHTED_MS),
    async (nowMs) => void (await recordObservations(db, await readSightedMarkets(db, nowMs), nowMs)),
  );

/** Variables that a source requires. */
const NEEDS: Readonly<Partial<Record<SourceId, string>>> = {
  reddit: 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
  farcaster: 'FARCASTER_HUB_URL',
  evm: 'EVM_RPC_URLS',
};
/** Placeholder for a source that is off, whose requests are not counted. */
const NO_LIMIT = { requestsPerMinute: 1, requestBurst: 1 } as const;

/** All sources, for operators: limits of those that are polled, and reasons for the others. */
function declaredSources({ on, off }: Connectors): DeclaredSource[] {
  return SOURCE_IDS.map((id): DeclaredSource => {
    const { requestsPerMinute, requestBurst } = on.find((connector) => connector.id === id)?.limits ?? NO_LIMIT;
    return { id, offReason: reasonOf(id, off), requestsPerMinute, requestBurst };
  });
}

function declaredPrices(isOn: boolean): DeclaredSource {
  const { requestsPerMinute, requestBurst } = PRICE_LIMITS;
  return { id: PRICE_SOURCE, offReason: isOn ? null : SWITCHED_OFF, requestsPerMinute, requestBurst };
}

const SWITCHED_OFF = 'SOURCES_OFF names it';

function reasonOf(id: SourceId, off: Connectors['off']): string | null {
  const why = off.get(id);
  if (why === undefined) return null;
  return why === 'switched_off' ? SWITCHED_OFF : `it needs ${NEEDS[id] ?? 'what is not configured'}`;
}
