import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../bench/report/spread';
import { CHEAP_PATH } from '../limits/burst';
import { Instance } from '../setup/instance';
import { issue, type Stage } from '../stage';
import type { Answer } from '../wire/answer';
import { askPaced, type PacedLoad } from '../wire/paced';
import { getRequest } from '../wire/request';
import { malformedKey, unknownKey } from './made-up-keys';
import { MemorySeries } from './memory';

const GOOD_PER_SECOND = 100;
/** Requests under way: unknown keys wait for a query, which looks many of them up. */
const AT_ONCE = { unknown: 400, malformed: 200, good: 50 } as const;
/** A process that has just been started is slow at everything; that is not what is looked at. */
const WARM_UP = { perSecond: 500, durationMs: 1_000 } as const;
const SAMPLES = 20;
const ISSUED_EVERY_MS = 500;

/** What came of one kind of request. */
interface Outcome {
  readonly asked: number;
  readonly statuses: Readonly<Record<number, number>>;
  readonly tookMs: readonly number[];
}

/** Whom it goes to, and the request with a key that works. */
interface Flood {
  readonly instance: Instance;
  readonly good: string;
}

/** Keys that do not work, as many as two crowds send, beside a caller whose key does. */
export async function checkBadKeys(stage: Stage): Promise<void> {
  const { perSecond, durationMs, settleMs, growthMbMax } = stage.plan.badKeys;
  stage.progress(`${perSecond} unknown keys a second and as many malformed ones …`);
  const instance = await Instance.start(stage, 'The flooded instance');
  const flood: Flood = { instance, good: getRequest(CHEAP_PATH, await issue(stage, 'scale', 1_000_000)) };
  await instance.client.open(AT_ONCE.unknown + AT_ONCE.malformed + AT_ONCE.good);
  await ask(flood, WARM_UP);
  const memory = new MemorySeries(instance.pid, durationMs / SAMPLES);
  const issuing = issueMeanwhile(stage, durationMs);
  const { unknown, malformed, good } = await ask(flood, { perSecond, durationMs });
  await issuing;
  memory.stop();
  noteRefused(stage, 'unknown keys', unknown, [401, 503]);
  noteRefused(stage, 'malformed keys', malformed, [401]);
  noteGood(stage, good);
  noteMemory(stage, memory, settleMs, growthMbMax);
  await instance.stop();
}

/** Whenever a key is issued, instances forget those they know: good ones are looked up amid the bad. */
async function issueMeanwhile(stage: Stage, durationMs: number): Promise<void> {
  for (const beganMs = performance.now(); performance.now() - beganMs < durationMs;) {
    await issue(stage, 'free');
    await sleep(ISSUED_EVERY_MS);
  }
}

/** All kinds at the same time; of those that do not work so many a second each. */
async function ask(
  { instance, good }: Flood,
  load: Omit<PacedLoad, 'atOnce'>,
): Promise<Record<keyof typeof AT_ONCE, Outcome>> {
  const [unknown, malformed, known] = await Promise.all([
    askMany(instance, { ...load, atOnce: AT_ONCE.unknown }, () => getRequest(CHEAP_PATH, unknownKey())),
    askMany(instance, { ...load, atOnce: AT_ONCE.malformed }, () => getRequest(CHEAP_PATH, malformedKey())),
    askMany(instance, { ...load, perSecond: GOOD_PER_SECOND, atOnce: AT_ONCE.good }, () => good),
  ]);
  return { unknown, malformed, good: known };
}

async function askMany({ client }: Instance, load: PacedLoad, request: () => string): Promise<Outcome> {
  const statuses: Record<number, number> = {};
  const tookMs: number[] = [];
  const asked = await askPaced(load, async () => {
    const beganMs = performance.now();
    const { status }: Answer = await client.ask(request());
    tookMs.push(performance.now() - beganMs);
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  return { asked, statuses, tookMs };
}

function noteRefused({ findings, plan }: Stage, what: string, { asked, statuses }: Outcome, expected: number[]): void {
  const perSecond = Math.round((1_000 * asked) / plan.badKeys.durationMs);
  const others = Object.keys(statuses).filter((status) => !expected.includes(Number(status)));
  findings.note({
    what: `${what}, ${asked} distinct ones, ${perSecond} a second: answers by status`,
    measured: JSON.stringify(statuses),
    bound: `nothing but ${expected.join(' and ')}`,
    isOk: asked > 0 && others.length === 0,
  });
}

function noteGood({ findings, plan }: Stage, { asked, statuses, tookMs }: Outcome): void {
  const p99Ms = quantile(tookMs, 0.99);
  const mostMs = plan.lateMs.good;
  findings.note({
    what: `a good key meanwhile, while others are issued, ${asked} requests: answers by status, and the time of 99 of 100`,
    measured: `${JSON.stringify(statuses)}, ${Math.round(p99Ms)} ms`,
    bound: `nothing but 200, at most ${mostMs} ms`,
    isOk: statuses[200] === asked && asked > 0 && p99Ms <= mostMs,
  });
}

function noteMemory({ findings }: Stage, memory: MemorySeries, settleMs: number, growthMbMax: number): void {
  const what = `memory of the process from ${settleMs / 1_000} s on grows by`;
  const grownMb = memory.grownMbSince(settleMs / 1_000);
  if (grownMb === null) return findings.skip(what, 'the system does not tell');
  findings.noteAtMost(`${what} (${String(memory)})`, grownMb, growthMbMax, ' MB');
}
