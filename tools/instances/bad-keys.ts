import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '@droptrack/persistence';
import { type PacedLoad, sendPaced } from '../load/paced';
import { getRequest } from '../load/requests';
import { rssMbOf } from '../processes/usage';
import { quantile } from '../bench/report/measurement';
import { type InstancesContext, issueKey, issueUnlimitedKey } from './context';
import { Instance } from './instance';
import { CHEAP_PATH } from './limits/burst';

const GOOD_PER_SECOND = 100;
/** Requests in flight: unknown keys wait for a query that looks many of them up. */
const CONCURRENCY = { unknown: 400, malformed: 200, good: 50 } as const;
type Kind = keyof typeof CONCURRENCY;
/** A process that has just started is slow at everything. */
const WARM_UP = { perSecond: 500, durationMs: 1_000 } as const;
const SAMPLES = 20;
const ISSUED_EVERY_MS = 500;
const CHECKSUM_START = -6;

/** The outcome of one kind of request. */
interface Outcome {
  readonly sent: number;
  readonly statuses: Readonly<Record<number, number>>;
  readonly tookMs: readonly number[];
}

/** Floods an instance with unknown and malformed keys, beside a caller with a valid key. */
export async function checkBadKeys(context: InstancesContext): Promise<void> {
  const { perSecond, durationMs } = context.plan.badKeys;
  context.progress(`${perSecond} unknown keys a second and as many malformed ones …`);
  const instance = await Instance.start(context, 'The flooded instance');
  const good = getRequest(CHEAP_PATH, await issueUnlimitedKey(context));
  const requests: Readonly<Record<Kind, () => string>> = {
    unknown: () => getRequest(CHEAP_PATH, generateApiKey()),
    malformed: () => getRequest(CHEAP_PATH, malformedKey()),
    good: () => good,
  };
  await instance.client.open(CONCURRENCY.unknown + CONCURRENCY.malformed + CONCURRENCY.good);
  await flood(instance, requests, WARM_UP);
  const memory = new MemorySeries(instance.pid, durationMs / SAMPLES);
  const issuing = issueKeysFor(context, durationMs);
  const outcomes = await flood(instance, requests, { perSecond, durationMs });
  await issuing;
  memory.stop();
  addRejected(context, 'unknown keys', outcomes.unknown, [401, 503]);
  addRejected(context, 'malformed keys', outcomes.malformed, [401]);
  addGood(context, outcomes.good);
  addMemory(context, memory);
  await instance.stop();
}

/** A key with a wrong checksum, another in each call. */
function malformedKey(): string {
  const key = generateApiKey();
  return key.slice(0, CHECKSUM_START) + (key.endsWith('000000') ? '000001' : '000000');
}

/** A new key empties the caches of the instances, so that valid keys are looked up among the invalid ones. */
async function issueKeysFor(context: InstancesContext, durationMs: number): Promise<void> {
  for (const beganMs = performance.now(); performance.now() - beganMs < durationMs;) {
    await issueKey(context, 'free');
    await sleep(ISSUED_EVERY_MS);
  }
}

/** Sends all kinds at the same time. @param load - of each kind of invalid key. */
async function flood(
  instance: Instance,
  requests: Readonly<Record<Kind, () => string>>,
  load: Pick<PacedLoad, 'perSecond' | 'durationMs'>,
): Promise<Record<Kind, Outcome>> {
  const send = async (kind: Kind, perSecond = load.perSecond): Promise<Outcome> => {
    const statuses: Record<number, number> = {};
    const tookMs: number[] = [];
    const paced = { ...load, perSecond, concurrency: CONCURRENCY[kind], afterEnd: 'drop', tickMs: 1 } as const;
    const { sent } = await sendPaced(paced, async () => {
      const beganMs = performance.now();
      const { status } = await instance.client.send(requests[kind]());
      tookMs.push(performance.now() - beganMs);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    return { sent, statuses, tookMs };
  };
  const [unknown, malformed, good] = await Promise.all([
    send('unknown'),
    send('malformed'),
    send('good', GOOD_PER_SECOND),
  ]);
  return { unknown, malformed, good };
}

function addRejected(
  { findings, plan }: InstancesContext,
  what: string,
  { sent, statuses }: Outcome,
  expected: readonly number[],
): void {
  const perSecond = Math.round((1_000 * sent) / plan.badKeys.durationMs);
  const others = Object.keys(statuses).filter((status) => !expected.includes(Number(status)));
  findings.add({
    what: `${what}, ${sent} different ones, ${perSecond} a second: responses by status`,
    measured: JSON.stringify(statuses),
    bound: `only ${expected.join(' and ')}`,
    isOk: sent > 0 && others.length === 0,
  });
}

function addGood({ findings, plan }: InstancesContext, { sent, statuses, tookMs }: Outcome): void {
  const p99Ms = quantile(tookMs, 0.99);
  const mostMs = plan.lateMs.good;
  findings.add({
    what: `a valid key during the flood, while others are issued, ${sent} requests: responses by status, 99th percentile`,
    measured: `${JSON.stringify(statuses)}, ${Math.round(p99Ms)} ms`,
    bound: `only 200, at most ${mostMs} ms`,
    isOk: statuses[200] === sent && sent > 0 && p99Ms <= mostMs,
  });
}

function addMemory({ findings, plan }: InstancesContext, memory: MemorySeries): void {
  const { warmUpMs, growthMbMax } = plan.badKeys;
  const what = `growth of the process's memory from ${warmUpMs / 1_000} s on`;
  const grownMb = memory.grownMbSince(warmUpMs / 1_000);
  if (grownMb === null) return findings.skip(what, 'the system does not report memory');
  findings.addAtMost(`${what} (${String(memory)})`, grownMb, growthMbMax, ' MB');
}

/** Samples of a process's memory at even distances. */
class MemorySeries {
  readonly #samples: { readonly seconds: number; readonly mb: number }[] = [];
  readonly #beganMs = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly pid: number,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => this.#sample(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#sample();
  }

  /** Growth from an instant to the end; null where the system does not report memory. */
  grownMbSince(seconds: number): number | null {
    const first = this.#samples.find((sample) => sample.seconds >= seconds);
    const last = this.#samples.at(-1);
    return first === undefined || last === undefined ? null : last.mb - first.mb;
  }

  toString(): string {
    return this.#samples.map(({ mb }) => Math.round(mb)).join(' ');
  }

  #sample(): void {
    const mb = rssMbOf(this.pid);
    if (!Number.isNaN(mb)) this.#samples.push({ seconds: (performance.now() - this.#beganMs) / 1_000, mb });
  }
}
