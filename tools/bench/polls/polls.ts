import { setTimeout as sleep } from 'node:timers/promises';
import { createConnectors, readSourcesConfig } from '@droptrack/connectors';
import { settingsReader } from '@droptrack/sources';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import type { ChildProgram } from '../child-program';
import type { RunningProgram } from '../../processes/server-process';
import type { Programs } from '../programs';
import type { Measurement } from '../report/measurement';
import { startBenchWorker } from '../servers';
import { type Intervals, PolledDrops } from './polled-drops';
import { reportPolls, type WorkerFigures } from './report';
import type { RecordedRequest } from '../../../libs/connectors/bench/sources';
import { CHAIN, CREDENTIALS, type PolledSource } from '../../../libs/connectors/bench/subjects';

const MINUTE_MS = 60_000;
const ROUNDS = 2;
/** Polled often, and limited to two polls in flight: it blocks at once. */
const HANGING: PolledSource = 'reddit';
/** From the schedule until its first poll. */
const LEAD_MS = 1_500;

interface Sizes {
  readonly drops: number;
  /** On average: polls are spread over their intervals as unevenly as the worker spreads them. */
  readonly perMinute: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

/**
 * The worker at a steady rate of polls of all nine sources: its CPU time and memory, the lag of polls, and the lag of the
 * other sources while one hangs.
 *
 * Every drop names all nine, so that each source has the share of its interval. Intervals are scaled so that all drops
 * together make the rate. The request limits of sources, less than half of this rate, are lifted in the database; the
 * limits of polls in flight stay. Every poll has the memory of an earlier one, and all data have changed since, so that
 * no response is "not modified". The worker does all its other work too, recompute runs included.
 */
export async function benchPolls(context: BenchContext): Promise<Measurement[]> {
  const sizes = context.sizes<Sizes>(
    { drops: 10_000, perMinute: 2_100, warmUpMs: 5_000, roundMs: 30_000 },
    { drops: 15, perMinute: 600, warmUpMs: 300, roundMs: 2_000 },
  );
  const sources = await context.startChild('sources', 'load');
  const urls = await sources.call('listen');
  const environment = environmentFor(urls);
  const intervalsMs = intervalsFor(environment, sizes);
  const polled = await PolledDrops.create(context, sizes.drops, urls.rss, intervalsMs);
  const bare = await context.startChild('polls', 'servers');
  try {
    const bench = new PollsBench(context, sizes, { environment, sources, polled, bare });
    const measured = await interleave(context.rounds(ROUNDS), {
      quiet: () => bench.poll(null),
      bare: () => bench.replay(),
      hanging: () => bench.poll(HANGING),
    });
    return reportPolls(sizes.perMinute, HANGING, measured);
  } finally {
    await polled.close();
    await bare.stop();
    await sources.stop();
  }
}

/** Variables of a worker that polls the local sources. Prices and finders are not polls: the yardstick does not repeat them. */
const environmentFor = (urls: Readonly<Record<PolledSource, string>>): Readonly<Record<string, string>> => ({
  SOURCES_OFF: 'prices',
  FINDERS_OFF: 'all',
  DEFILLAMA_URL: urls.defillama,
  GITHUB_URL: urls.github,
  GITHUB_TOKEN: CREDENTIALS.githubToken,
  REDDIT_URL: urls.reddit,
  REDDIT_TOKEN_URL: `${urls.reddit}/api/v1/access_token`,
  REDDIT_CLIENT_ID: CREDENTIALS.redditClientId,
  REDDIT_CLIENT_SECRET: CREDENTIALS.redditClientSecret,
  FARCASTER_HUB_URL: urls.farcaster,
  FARCASTER_API_KEY: '',
  COINGECKO_URL: urls.coingecko,
  COINGECKO_API_KEY: '',
  POLYMARKET_URL: urls.polymarket,
  SNAPSHOT_URL: urls.snapshot,
  SNAPSHOT_API_KEY: '',
  EVM_RPC_URLS: `${CHAIN}=${urls.evm}`,
});

/** The intervals of the connectors, scaled so that all drops together make the rate. */
function intervalsFor(environment: Readonly<Record<string, string>>, { drops, perMinute }: Sizes): Intervals {
  const { on: connectors } = createConnectors(readSourcesConfig(settingsReader(environment, [])));
  const ownPerMinute = connectors.reduce((sum, { limits }) => sum + (drops * MINUTE_MS) / limits.intervalMs, 0);
  return Object.fromEntries(connectors.map(({ id, limits }) => [id, (limits.intervalMs * ownPerMinute) / perMinute]));
}

interface Parts {
  readonly environment: Readonly<Record<string, string>>;
  readonly sources: ChildProgram<Programs['sources']>;
  readonly polled: PolledDrops;
  readonly bare: ChildProgram<Programs['polls']>;
}

class PollsBench {
  /** Requests of the latest worker that was measured with all sources responding. */
  #requests: readonly RecordedRequest[] = [];

  constructor(
    private readonly context: BenchContext,
    private readonly sizes: Sizes,
    private readonly parts: Parts,
  ) {}

  /** Measures a worker of its own, which has polled every question once before. @param hanging - hangs while measured. */
  async poll(hanging: PolledSource | null): Promise<WorkerFigures> {
    const { environment, polled, sources } = this.parts;
    this.context.progress(hanging === null ? 'Polling …' : `Polling while ${hanging} hangs …`);
    await polled.postpone();
    const startedMs = Date.now();
    const worker = await startBenchWorker(this.context, { ...environment, DATABASE_URL: polled.databaseUrl });
    try {
      await polled.liftLimits(startedMs);
      await polled.pollOnce();
      await sources.call('change');
      return await this.#measure(worker, hanging);
    } finally {
      await worker.stop();
      await sources.call('hang', null);
    }
  }

  async #measure(worker: RunningProgram, hanging: PolledSource | null): Promise<WorkerFigures> {
    const { polled, sources } = this.parts;
    const { warmUpMs, roundMs } = this.sizes;
    const beginMs = Date.now() + LEAD_MS;
    const [fromMs, untilMs] = [beginMs + warmUpMs, beginMs + warmUpMs + roundMs];
    await polled.makeDue(beginMs, warmUpMs + roundMs);
    await sleep(fromMs - Date.now());
    await (hanging === null ? sources.call('record') : sources.call('hang', hanging));
    const [beganMs, cpuMs] = [performance.now(), worker.cpuMs];
    await sleep(untilMs - Date.now());
    const cpuShare = (worker.cpuMs - cpuMs) / (performance.now() - beganMs);
    if (hanging === null) this.#requests = await sources.call('recorded');
    const polls = await polled.completed(hanging);
    return { cpuPercent: 100 * cpuShare, peakMb: worker.peakMb, fromMs, untilMs, polls };
  }

  /** Repeats the recorded requests at their times, after a warm-up with the first. @returns percent of a core. */
  async replay(): Promise<number> {
    const { bare, polled } = this.parts;
    const { warmUpMs, roundMs } = this.sizes;
    const warmUp = this.#requests.filter(({ afterMs }) => afterMs < warmUpMs);
    await bare.call('replay', polled.databaseUrl, warmUp);
    const before = bare.cpuMs;
    await bare.call('replay', polled.databaseUrl, this.#requests);
    return (100 * (bare.cpuMs - before)) / roundMs;
  }
}
