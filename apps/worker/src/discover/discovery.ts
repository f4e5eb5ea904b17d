import { FINDER_IDS, type FinderId } from '@droptrack/discovery';
import { createFinders, type Finders } from '@droptrack/finders';
import { type Database, type DeclaredFinder, FinderRepository, readDiscoveryHealth } from '@droptrack/persistence';
import type { Registry } from 'prom-client';
import type { DiscoveryConfig } from '../config/discovery';
import type { WorkerContext } from '../context';
import { DiscoveryMetrics } from '../metrics/discovery-metrics';
import { PeriodJob } from '../schedule/period-job';
import { type Job, Scheduler } from '../schedule/scheduler';
import { AcceptJob } from './accept.job';
import { FindJob } from './find.job';
import { ListsJob } from './lists.job';

/** Interval of heartbeats, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** Interval at which further work on candidates is looked for, in milliseconds. */
const REVIEW_TICK_MS = 2_000;

/** Discovery of drops, with a scheduler of its own, so that finders do not wait for other jobs. */
export class Discovery {
  readonly #find: FindJob;
  readonly #reviews: readonly (ListsJob | AcceptJob)[];
  readonly #finding: Scheduler;
  /** Of its own, as its jobs take minutes and are less urgent. */
  readonly #reviewing: Scheduler;

  /** @param finders - created from the configuration by default. */
  constructor(
    context: WorkerContext,
    config: DiscoveryConfig,
    registry: Registry,
    finders: Finders = createFinders(config.finders),
  ) {
    const { db, clock } = context;
    const readLists = async () => (await readDiscoveryHealth(db)).lists;
    const metrics = new DiscoveryMetrics(registry, new FinderRepository(db), readLists, clock);
    this.#find = new FindJob({ ...context, finders: finders.on, newPerDayMax: config.newPerDayMax, metrics });
    this.#finding = new Scheduler(finderJobs(db, finders, this.#find), context);
    const { rpcUrls } = config.finders.evmCampaigns;
    const hasCampaigns = finders.on.some(({ source }) => source === 'evm-campaigns');
    const lists = () => new ListsJob({ ...context, gateways: config.ipfsGateways, rpcUrls });
    const accept = () => new AcceptJob({ ...context, rpcUrls, metrics });
    this.#reviews = hasCampaigns ? [lists(), ...(config.isAutoAccept ? [accept()] : [])] : [];
    this.#reviewing = new Scheduler(this.#reviews, context, REVIEW_TICK_MS);
  }

  start(): void {
    this.#finding.start();
    this.#reviewing.start();
  }

  /** Aborts runs and releases their leases. Leases that cannot be released expire. */
  async stop(): Promise<void> {
    await Promise.all(this.#reviews.map((job) => job.close()));
    await Promise.all([this.#finding.stop(), this.#reviewing.stop()]);
    await this.#find.close();
  }
}

/** Declaration of the finders at the start, so that operators see those that are off; and the work of those that are on. */
function finderJobs(db: Database, finders: Finders, find: FindJob): Job[] {
  const finderRows = new FinderRepository(db);
  const declare = (nowMs: number) => finderRows.declare(declaredFinders(finders), nowMs);
  const declaration = new PeriodJob('declaration of finders', () => 0, declare);
  if (finders.on.length === 0) return [declaration];
  const note = async (nowMs: number): Promise<void> => {
    const states = [...find.breakers].map(([id, breakers]) => ({
      id,
      heldBack: breakers
        .state()
        .map(({ host, state, retryAfterMs }) => ({ host, state, retryAtMs: nowMs + retryAfterMs })),
    }));
    await finderRows.heartbeat(states, nowMs);
  };
  const heartbeat = new PeriodJob('heartbeat of finders', (nowMs) => Math.floor(nowMs / HEARTBEAT_MS), note);
  return [declaration, heartbeat, find];
}

/** Settings that finders require. */
const NEEDS: Readonly<Partial<Record<FinderId, string>>> = {
  'evm-campaigns': 'EVM_RPC_URLS',
  discourse: 'DISCOURSE_FORUMS',
  'rotki-index': 'ROTKI_INDEX_URL',
};

/** All finders, for operators: those that are run, and reasons for the others. */
export function declaredFinders({ on, off }: Finders): DeclaredFinder[] {
  const reasonOf = (id: FinderId): string =>
    off.get(id) === 'switched_off' ? 'FINDERS_OFF or SOURCES_OFF names it' : `it needs ${NEEDS[id] ?? 'a setting'}`;
  return [
    ...on.map(({ id, source }) => ({ id, source, offReason: null })),
    ...FINDER_IDS.filter((id) => off.has(id)).map((id) => ({ id, source: id, offReason: reasonOf(id) })),
  ];
}
