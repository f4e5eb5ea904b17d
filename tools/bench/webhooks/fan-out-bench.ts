import type { Postgres } from '../data/postgres';
import { WorkerProcess } from '../polls/worker-process';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { BareDeliveries } from './bare-deliveries';
import type { Receivers } from './receivers';
import { perCpuSecond, perSecond, type Sent } from './sent';
import { ToldEndpoints } from './told-endpoints';

/** What is measured in turn. */
interface Round {
  readonly one: Sent;
  readonly many: Sent;
  readonly bare: Sent;
}

/**
 * One event to many endpoints, and many events to them, beside a loop that only signs and sends as many. The worker makes
 * the events of the log, fans them out, claims, signs, sends and stores each attempt: all of that is in its figures.
 */
export async function benchFanOut(
  context: BenchContext,
  postgres: Postgres,
  receivers: Receivers,
): Promise<Measurement[]> {
  const { endpoints: count, events, rounds } = context.plan.webhooks;
  const urls = Array.from({ length: count }, (_, index) => receivers.answering(index));
  const told = await ToldEndpoints.create(postgres, 'webhooks_fan_out', urls);
  const worker = await WorkerProcess.start(context, told.environment);
  const bare = await BareDeliveries.start(context);
  const tell = (changes: number): Promise<Sent> => tellAll(told, worker, receivers, changes);
  const sendBare = async (deliveries: number): Promise<Sent> => {
    await receivers.forget();
    return bare.send(receivers.answering(0), deliveries, await told.lastBody());
  };
  try {
    await tell(1);
    await sendBare(count);
    const measured: Round[] = [];
    while (measured.length < rounds) {
      measured.push({ one: await tell(1), many: await tell(events), bare: await sendBare(events * count) });
    }
    return report(count, worker.peakMb, measured);
  } finally {
    await worker.stop();
    await told.close();
  }
}

/** Commits changes one after the other. From the first commit to the last delivery; processor time to the last outcome stored. */
async function tellAll(
  told: ToldEndpoints,
  worker: WorkerProcess,
  receivers: Receivers,
  changes: number,
): Promise<Sent> {
  await receivers.forget();
  const cpuMs = worker.cpuMs;
  const deliveries = changes * told.count;
  const { atMs } = await told.change(1);
  for (let n = 1; n < changes; n += 1) await told.change(1);
  const lastMs = await receivers.until(deliveries);
  await told.settled();
  return { deliveries, tookMs: lastMs - atMs, cpuMs: worker.cpuMs - cpuMs };
}

function report(count: number, peakMb: number, rounds: readonly Round[]): Measurement[] {
  const bench = 'webhooks';
  const endpoints = `${formatFigure(count)} endpoints`;
  const beside = (rate: (sent: Sent) => number) => ({
    what: 'bare undici, signs and sends',
    rounds: rounds.map((round) => rate(round.bare)),
  });
  const many = `deliveries, many events to ${endpoints}`;
  return [
    {
      bench,
      what: `one event to ${endpoints}: from commit to the last`,
      unit: 's',
      rounds: rounds.map(({ one }) => one.tookMs / 1_000),
      target: { below: 4 },
    },
    {
      bench,
      what: many,
      unit: '/s',
      rounds: rounds.map((round) => perSecond(round.many)),
      beside: beside(perSecond),
      target: { atLeast: 0.25 },
    },
    {
      bench,
      what: many,
      unit: '/CPU s',
      rounds: rounds.map((round) => perCpuSecond(round.many)),
      beside: beside(perCpuSecond),
      target: { atLeast: 0.25 },
    },
    { bench, what: `worker, ${endpoints}: peak memory`, unit: 'MB', rounds: [peakMb] },
  ];
}
