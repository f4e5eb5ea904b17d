import { setTimeout as sleep } from 'node:timers/promises';
import { createConnectors, type SourceId } from '@droptrack/connectors';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import type { ChildProgram } from '../process/child-program';
import type { WorkerProcess } from '../process/server-process';
import type { Measurement } from '../report/measurement';
import { startBenchWorker } from '../servers';
import { LocalSources } from './local-sources';
import { type Intervals, PolledDrops } from './polled-drops';
import { reportPolls, type WorkerFigures } from './report';
import type { RecordedRequest } from './sources-main';

const MINUTE_MS = 60_000;
/** Polled often, and limited to two polls in flight: it blocks at once. */
const HANGING: SourceId = 'reddit';
/** From the schedule until its first poll. */
const LEAD_MS = 1_500;

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
  const { drops, perMinute, rounds } = context.plan.polls;
  const sources = await LocalSources.start(context);
  const intervalsMs = intervalsFor(sources, drops, perMinute);
  const polled = await PolledDrops.create(context, drops, sources.urls.rss, intervalsMs);
  const bare = await context.startChild('The bare loop', 'bare-polls', [polled.databaseUrl], 'servers');
  try {
    const bench = new PollsBench(context, sources, polled, bare);
    let round = 0;
    const measured = await interleave<'quiet' | 'bare' | 'hanging', WorkerFigures | number>(rounds, {
      quiet: () => {
        context.progress(`Polling, round ${(round += 1)} of ${rounds} …`);
        return bench.poll(null);
      },
      bare: () => bench.replay(),
      hanging: () => bench.poll(HANGING),
    });
    return reportPolls(perMinute, HANGING, {
      quiet: measured.quiet as WorkerFigures[],
      bare: measured.bare as number[],
      hanging: measured.hanging as WorkerFigures[],
    });
  } finally {
    await polled.close();
    await bare.stop();
    await sources.stop();
  }
}

/** The intervals of the connectors, scaled so that all drops together make the rate. */
function intervalsFor({ config }: LocalSources, drops: number, perMinute: number): Intervals {
  const { on: connectors } = createConnectors(config);
  const ownPerMinute = connectors.reduce((sum, { limits }) => sum + (drops * MINUTE_MS) / limits.intervalMs, 0);
  return Object.fromEntries(connectors.map(({ id, limits }) => [id, (limits.intervalMs * ownPerMinute) / perMinute]));
}

class PollsBench {
  /** Requests of the latest worker that was measured with all sources responding. */
  #requests: readonly RecordedRequest[] = [];

  constructor(
    private readonly context: BenchContext,
    private readonly sources: LocalSources,
    private readonly polled: PolledDrops,
    private readonly bare: ChildProgram,
  ) {}

  /** Measures a worker of its own, which has polled every question once before. @param hanging - hangs while measured. */
  async poll(hanging: SourceId | null): Promise<WorkerFigures> {
    const { polled, sources } = this;
    await polled.postpone();
    const startedMs = Date.now();
    const env = { ...sources.environment, DATABASE_URL: polled.databaseUrl };
    const worker = await startBenchWorker(this.context, env);
    try {
      await polled.liftLimits(startedMs);
      await polled.pollOnce();
      await sources.send({ type: 'change' });
      return await this.#measure(worker, hanging);
    } finally {
      await worker.stop();
      await sources.send({ type: 'hang', source: null });
    }
  }

  async #measure(worker: WorkerProcess, hanging: SourceId | null): Promise<WorkerFigures> {
    const { warmUpMs, roundMs } = this.context.plan.polls;
    const beginMs = Date.now() + LEAD_MS;
    const [fromMs, untilMs] = [beginMs + warmUpMs, beginMs + warmUpMs + roundMs];
    await this.polled.makeDue(beginMs, warmUpMs + roundMs);
    await sleep(fromMs - Date.now());
    await this.sources.send(hanging === null ? { type: 'record' } : { type: 'hang', source: hanging });
    const [beganMs, cpuMs] = [performance.now(), worker.cpuMs];
    await sleep(untilMs - Date.now());
    const cpuShare = (worker.cpuMs - cpuMs) / (performance.now() - beganMs);
    if (hanging === null) this.#requests = (await this.sources.send({ type: 'recorded' })).requests;
    const polls = await this.polled.completed(hanging);
    return { cpuPercent: 100 * cpuShare, peakMb: worker.peakMb, fromMs, untilMs, polls };
  }

  /** Repeats the recorded requests at their times, after a warm-up with the first. @returns percent of a core. */
  async replay(): Promise<number> {
    const { warmUpMs, roundMs } = this.context.plan.polls;
    await this.bare.request(this.#requests.filter(({ afterMs }) => afterMs < warmUpMs));
    const before = this.bare.cpuMs;
    await this.bare.request(this.#requests);
    return (100 * (this.bare.cpuMs - before)) / roundMs;
  }
}
