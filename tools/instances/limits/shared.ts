import { setTimeout as sleep } from 'node:timers/promises';
import { RedisServer } from '../../bench/limits/redis-server';
import type { Instance } from '../setup/instance';
import { issue, type Stage } from '../stage';
import { askPaced } from '../wire/paced';
import { checkBurst, checkDrip, fallbacks, PLANS } from './bounds';
import { CHEAP_PATH } from './burst';

const TOGETHER = 'three instances over Redis';
/** Between two looks whether all count together. */
const PAUSE_MS = 50;

/** Buckets that instances share through Redis: while it is there, while it is away, and after it is back. */
export async function checkSharedLimits(
  stage: Stage,
  instances: readonly Instance[],
  redis: RedisServer,
): Promise<void> {
  stage.progress('Limits that instances share …');
  await checkTogether(stage, instances, TOGETHER);
  for (const bucket of PLANS.filter(({ plan }) => plan === 'pro')) {
    await checkDrip(stage, { where: TOGETHER, instances, bucket, areTogether: true });
  }
  const steady = await SteadyRequests.begin(stage, instances);
  await redis.stop('SIGKILL');
  await checkApart(stage, instances);
  await RedisServer.start({ cores: null, ...stage }, redis.port);
  await checkTogetherAgain(stage, instances);
  await checkTogether(stage, instances, 'after Redis is back');
  await steady.end();
}

async function checkTogether(stage: Stage, instances: readonly Instance[], where: string): Promise<void> {
  for (const bucket of PLANS) {
    const count = bucket.limit + stage.plan.limits.beyond;
    await checkBurst(stage, { where, instances, bucket, count, areTogether: true });
  }
}

/** How soon each instance asks Redis again for all that it is asked. */
async function checkTogetherAgain(stage: Stage, instances: readonly Instance[]): Promise<void> {
  const beganMs = performance.now();
  const elapsedMs = (): number => performance.now() - beganMs;
  const key = await issue(stage, 'scale', 1_000_000);
  const mostMs = stage.plan.lateMs.live;
  for (let before = -1, after = 0; before !== after && elapsedMs() <= mostMs; await sleep(PAUSE_MS)) {
    before = await fallbacks(instances);
    await Promise.all(instances.map(({ client }) => client.get(CHEAP_PATH, key)));
    after = await fallbacks(instances);
  }
  stage.findings.noteAtMost('after Redis is back: all count together again after', elapsedMs(), mostMs, ' ms');
}

/** As many requests as empty a bucket at each instance, and more. */
async function checkApart(stage: Stage, instances: readonly Instance[]): Promise<void> {
  const where = 'Redis killed, three instances';
  const { beyond, scaleWhileAway } = stage.plan.limits;
  for (const bucket of PLANS) {
    if (bucket.plan === 'scale' && !scaleWhileAway) continue;
    const buckets = instances.length;
    await checkBurst(stage, { where, instances, bucket, buckets, count: buckets * bucket.limit + beyond });
  }
}

/** A caller far below its limit, who must not notice that Redis goes and comes. */
class SteadyRequests {
  readonly #statuses = new Map<number, number>();
  #isOver = false;
  #slowestMs = 0;
  #done: Promise<unknown> = Promise.resolve();

  private constructor(private readonly stage: Stage) {}

  static async begin(stage: Stage, instances: readonly Instance[]): Promise<SteadyRequests> {
    const steady = new SteadyRequests(stage);
    const key = await issue(stage, 'scale', 1_000_000);
    steady.#done = steady.#ask(instances, key);
    // Told by end().
    steady.#done.catch(() => undefined);
    return steady;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
    const { 200: passed = 0, ...others } = Object.fromEntries(this.#statuses) as Record<number, number>;
    this.stage.findings.note({
      what: 'a steady caller while Redis is killed and comes back',
      measured: `${passed} pass, others ${JSON.stringify(others)}, slowest ${Math.round(this.#slowestMs)} ms`,
      bound: 'all pass',
      isOk: passed > 0 && Object.keys(others).length === 0,
    });
  }

  async #ask(instances: readonly Instance[], key: string): Promise<void> {
    while (!this.#isOver) {
      await askPaced({ perSecond: 100, durationMs: 500, atOnce: 10 }, async (number) => {
        const beganMs = performance.now();
        const answer = await instances[number % instances.length]?.client.get(CHEAP_PATH, key);
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - beganMs);
        this.#statuses.set(answer?.status ?? 0, (this.#statuses.get(answer?.status ?? 0) ?? 0) + 1);
      });
    }
  }
}
