import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import type { ChildProgram } from '../process/child-program';
import type { WorkerProcess } from '../process/server-process';
import { known, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startBenchWorker } from '../servers';
import type { BareJob } from './bare-deliveries-main';
import { SubscribedEndpoints } from './endpoints';
import type { Receivers } from './receivers';

/** Deliveries, with the time that they took. */
interface Sent {
  readonly deliveries: number;
  readonly tookMs: number;
  /** CPU time of the sending process; NaN where the system does not report it. */
  readonly cpuMs: number;
}

/** As many as the worker opens to one origin. */
const CONNECTIONS = 64;
const RATIO_MIN = { atLeast: 0.25 } as const;

/**
 * One event, and many events, to many endpoints, beside a loop that only signs and sends as many. The worker's figures
 * include reading the log, events, fan-out, leases, signatures, attempts and outcomes.
 */
export async function benchFanOut(context: BenchContext, receivers: Receivers): Promise<Measurement[]> {
  const { endpoints: count, events, rounds } = context.plan.webhooks;
  const endpoints = await SubscribedEndpoints.create(context, 'webhooks_fan_out', receivers.good(count));
  const worker = await startBenchWorker(context, endpoints.environment);
  const loop = await context.startChild('The bare loop', 'bare-deliveries', [], 'servers');
  const deliver = (changes: number): Promise<Sent> => deliverChanges(endpoints, worker, receivers, changes);
  const bare = async (deliveries: number): Promise<Sent> => {
    const [url = ''] = receivers.good(1);
    await receivers.clear();
    return sendBare(loop, { url, deliveries, connections: CONNECTIONS, body: await endpoints.lastBody() });
  };
  try {
    await deliver(1);
    await bare(count);
    let round = 0;
    const measured = await interleave(rounds, {
      one: () => {
        context.progress(`Events to ${formatFigure(count)} endpoints, round ${(round += 1)} of ${rounds} …`);
        return deliver(1);
      },
      many: () => deliver(events),
      bare: () => bare(events * count),
    });
    return report(count, worker.peakMb, measured);
  } finally {
    await loop.stop();
    await worker.stop();
    await endpoints.close();
  }
}

/** From the first commit to the last delivery; CPU time until the last outcome is recorded. */
async function deliverChanges(
  endpoints: SubscribedEndpoints,
  worker: WorkerProcess,
  receivers: Receivers,
  changes: number,
): Promise<Sent> {
  await receivers.clear();
  const cpuMs = worker.cpuMs;
  const deliveries = changes * endpoints.count;
  const { atMs } = await endpoints.change();
  for (let n = 1; n < changes; n += 1) await endpoints.change();
  const lastMs = await receivers.until(deliveries);
  await endpoints.untilDelivered();
  return { deliveries, tookMs: lastMs - atMs, cpuMs: worker.cpuMs - cpuMs };
}

async function sendBare(loop: ChildProgram, job: BareJob): Promise<Sent> {
  const before = loop.cpuMs;
  const { tookMs } = await loop.request<{ tookMs: number }>(job);
  return { deliveries: job.deliveries, tookMs, cpuMs: loop.cpuMs - before };
}

const perSecond = ({ deliveries, tookMs }: Sent): number => (1_000 * deliveries) / tookMs;
const perCpuSecond = ({ deliveries, cpuMs }: Sent): number => (1_000 * deliveries) / cpuMs;

function report(
  count: number,
  peakMb: number,
  { one, many, bare }: Readonly<Record<'one' | 'many' | 'bare', readonly Sent[]>>,
): Measurement[] {
  const endpoints = `${formatFigure(count)} endpoints`;
  const seconds = one.map(({ tookMs }) => tookMs / 1_000);
  const compare = (unit: string, rate: (sent: Sent) => number): Measurement => ({
    ...line(`deliveries, many events to ${endpoints}`, unit, many.map(rate), RATIO_MIN),
    beside: { what: 'bare undici, signs and sends', rounds: bare.map(rate) },
  });
  return known([
    line(`one event to ${endpoints}: from commit to the last`, 's', seconds, { below: 4 }),
    compare('/s', perSecond),
    compare('/CPU s', perCpuSecond),
    line(`worker, ${endpoints}: peak memory`, 'MB', [peakMb]),
  ]);
}
