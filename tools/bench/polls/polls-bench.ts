import { setTimeout as sleep } from 'node:timers/promises';
import { createConnectors, type SourceId } from '@droptrack/connectors';
import type { Postgres } from '../data/postgres';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { BarePolls } from './bare-polls';
import { LocalSources } from './local-sources';
import type { MadeRequest } from './messages';
import { PolledDrops } from './polled-drops';
import { type PollsRound, reportPolls, type WorkerSeen } from './report-polls';
import { WorkerProcess } from './worker-process';

const MINUTE_MS = 60_000;
/** Of the many that are asked often, and with room for two polls at once only: it is full at once. */
const HANGING: SourceId = 'reddit';
/** From when polls are told to fall due until the first does. */
const LEAD_MS = 1_500;

/**
 * The worker at a steady rate of polls of all nine sources: what it takes, how late polls are, and how late those of
 * the others are while one source hangs.
 *
 * Every drop names all nine, so that each source has the share that its interval gives it. Intervals are shortened so
 * that the drops together make the rate: at the design point by little. What sources allow is lifted in the database:
 * their limits, which come to less than half of this rate, protect sources on the internet, and there are none here.
 * Room (polls under way at once) stays as it is. Every poll remembers one before, and since then something happened
 * everywhere, so that no answer is "not modified". The worker does everything that it does otherwise, passes over the
 * drops that gained readings included.
 */
export async function benchPolls(context: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const { drops, perMinute, rounds } = context.plan.polls;
  const sources = await LocalSources.start(context);
  context.progress(`Making ${formatFigure(drops)} drops to ask nine sources about …`);
  const intervalsMs = intervalsFor(sources, drops, perMinute);
  const polled = await PolledDrops.create(postgres, { drops, feedsUrl: sources.urls.rss, intervalsMs });
  const bare = await BarePolls.start(context, polled.databaseUrl);
  try {
    const bench = new PollsBench(context, sources, polled, bare);
    context.progress('Polling …');
    const measured: PollsRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({ quiet: await bench.poll(null), bare: await bench.replay(), hanging: await bench.poll(HANGING) });
    }
    return reportPolls(perMinute, HANGING, measured);
  } finally {
    await polled.close();
  }
}

/** Those of the connectors in proportion, so that the drops make so many polls a minute. */
function intervalsFor({ config }: LocalSources, drops: number, perMinute: number): Record<string, number> {
  const { on: connectors } = createConnectors(config);
  const ownPerMinute = connectors.reduce((sum, { limits }) => sum + (drops * MINUTE_MS) / limits.intervalMs, 0);
  return Object.fromEntries(connectors.map(({ id, limits }) => [id, (limits.intervalMs * ownPerMinute) / perMinute]));
}

class PollsBench {
  /** What the worker asked when it was last measured with all sources answering. */
  #requests: readonly MadeRequest[] = [];

  constructor(
    private readonly context: BenchContext,
    private readonly sources: LocalSources,
    private readonly polled: PolledDrops,
    private readonly bare: BarePolls,
  ) {}

  /**
   * Measures a worker of its own, which has asked every question once before.
   *
   * @param hanging - a source that hangs from when it is measured.
   */
  async poll(hanging: SourceId | null): Promise<WorkerSeen> {
    const { polled, sources } = this;
    await polled.calm();
    const startedMs = Date.now();
    const env = { ...sources.environment, DATABASE_URL: polled.databaseUrl };
    const worker = await WorkerProcess.start(this.context, env);
    try {
      await polled.lift(startedMs);
      await polled.learn();
      await sources.moveOn();
      return await this.#measure(worker, hanging);
    } finally {
      await worker.stop();
      await sources.hang(null);
    }
  }

  async #measure(worker: WorkerProcess, hanging: SourceId | null): Promise<WorkerSeen> {
    const { warmUpMs, spanMs } = this.context.plan.polls;
    const beginMs = Date.now() + LEAD_MS;
    const [fromMs, untilMs] = [beginMs + warmUpMs, beginMs + warmUpMs + spanMs];
    await this.polled.fallDue(beginMs, warmUpMs + spanMs);
    await sleep(fromMs - Date.now());
    if (hanging === null) await this.sources.record();
    else await this.sources.hang(hanging);
    const [beganMs, cpuMs] = [performance.now(), worker.cpuMs];
    await sleep(untilMs - Date.now());
    const cpuShare = (worker.cpuMs - cpuMs) / (performance.now() - beganMs);
    if (hanging === null) this.#requests = await this.sources.recorded();
    const polls = await this.polled.made(hanging);
    return { cpuPercent: 100 * cpuShare, peakMb: worker.peakMb, fromMs, untilMs, polls };
  }

  /** The same requests at the same pace by the bare loop. @returns percent of a core. */
  async replay(): Promise<number> {
    const { warmUpMs, spanMs } = this.context.plan.polls;
    return (100 * (await this.bare.replay(this.#requests, warmUpMs))) / spanMs;
  }
}
