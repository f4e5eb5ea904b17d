import {
  type Connectors,
  createConnectors,
  SOURCE_IDS,
  type SourceId,
  type SourcesConfig,
} from '@droptrack/connectors';
import {
  type Database,
  type DeclaredSource,
  PollRepository,
  type SourceInterval,
  SourceRepository,
} from '@droptrack/persistence';
import type { Registry } from 'prom-client';
import type { WorkerContext } from '../context';
import { SourceMetrics } from '../metrics/source-metrics';
import { minuteOf, PeriodJob } from '../schedule/period-job';
import { type Job, Scheduler } from '../schedule/scheduler';
import { CollectJob } from './collect.job';

/** Collection of signals, with a scheduler of its own, so that polls and recompute runs do not wait for each other. */
export class Collection {
  readonly #collect: CollectJob;
  readonly #scheduler: Scheduler;

  constructor(context: WorkerContext, config: SourcesConfig, registry: Registry) {
    const { db, clock } = context;
    const connectors = createConnectors(config);
    const metrics = new SourceMetrics(registry, new SourceRepository(db), clock);
    this.#collect = new CollectJob({ ...context, connectors: connectors.on, metrics });
    const intervals = connectors.on.map(({ id, limits }) => ({ id, intervalMs: limits.intervalMs }));
    const jobs = [...sourceJobs(db, declaredSources(connectors), intervals, this.#collect), this.#collect];
    this.#scheduler = new Scheduler(jobs, context);
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

/** Interval of heartbeats, in milliseconds. */
const HEARTBEAT_MS = 5_000;

/** Jobs that publish the sources for operators: their declaration at the start, and heartbeats with the held back hosts. */
function sourceJobs(
  db: Database,
  declared: readonly DeclaredSource[],
  intervals: readonly SourceInterval[],
  collect: CollectJob,
): Job[] {
  const note = async (nowMs: number): Promise<void> => {
    const sources = [...collect.breakers].map(([id, breakers]) => ({
      id,
      heldBack: breakers
        .state()
        .map(({ host, state, retryAfterMs }) => ({ host, state, retryAtMs: nowMs + retryAfterMs })),
    }));
    await new SourceRepository(db).heartbeat(sources, nowMs);
  };
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
  ];
}

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

function reasonOf(id: SourceId, off: Connectors['off']): string | null {
  const why = off.get(id);
  if (why === undefined) return null;
  return why === 'switched_off' ? 'SOURCES_OFF names it' : `it needs ${NEEDS[id] ?? 'what is not configured'}`;
}
