import { setTimeout as sleep } from 'node:timers/promises';
import { sendPaced } from '../../load/paced';
import { RedisServer } from '../../processes/redis-server';
import { type InstancesContext, issueUnlimitedKey } from '../context';
import type { Instance } from '../instance';
import { checkBurst, checkDrip, fallbacks, PLANS } from './bounds';
import { CHEAP_PATH } from './burst';

const TOGETHER = 'three instances over Redis';
const PAUSE_MS = 50;

/** Buckets that instances share through Redis: while it runs, while it is away, and after it is back. */
export async function checkSharedLimits(
  context: InstancesContext,
  instances: readonly Instance[],
  redis: RedisServer,
): Promise<void> {
  context.progress('Limits that instances share …');
  await checkTogether(context, instances, TOGETHER);
  for (const bucket of PLANS.filter(({ plan }) => plan === 'pro')) {
    await checkDrip(context, { where: TOGETHER, instances, bucket, areTogether: true });
  }
  const steady = new SteadyCaller(context, instances, await issueUnlimitedKey(context));
  await redis.stop('SIGKILL');
  await checkApart(context, instances);
  await RedisServer.start({ ...context, core: null, port: redis.port });
  await checkTogetherAgain(context, instances);
  await checkTogether(context, instances, 'after Redis is back');
  await steady.end();
}

async function checkTogether(context: InstancesContext, instances: readonly Instance[], where: string): Promise<void> {
  for (const bucket of PLANS) {
    const count = bucket.limit + context.plan.limits.beyond;
    await checkBurst(context, { where, instances, bucket, count, areTogether: true });
  }
}

/** Time until no instance counts without Redis any more. */
async function checkTogetherAgain(context: InstancesContext, instances: readonly Instance[]): Promise<void> {
  const beganMs = performance.now();
  const elapsedMs = (): number => performance.now() - beganMs;
  const key = await issueUnlimitedKey(context);
  const mostMs = context.plan.lateMs.live;
  for (let before = -1, after = 0; before !== after && elapsedMs() <= mostMs; await sleep(PAUSE_MS)) {
    before = await fallbacks(instances);
    await Promise.all(instances.map(({ client }) => client.get(CHEAP_PATH, key)));
    after = await fallbacks(instances);
  }
  context.findings.addAtMost('after Redis is back: all count together again after', elapsedMs(), mostMs, ' ms');
}

/** Enough requests to empty a bucket of each instance, and more. */
async function checkApart(context: InstancesContext, instances: readonly Instance[]): Promise<void> {
  const where = 'Redis killed, three instances';
  const { beyond, scaleWhileAway } = context.plan.limits;
  for (const bucket of PLANS) {
    if (bucket.plan === 'scale' && !scaleWhileAway) continue;
    const buckets = instances.length;
    await checkBurst(context, { where, instances, bucket, buckets, count: buckets * bucket.limit + beyond });
  }
}

/** A caller far below its limit, whose requests must all be admitted while Redis stops and starts. */
class SteadyCaller {
  readonly #statuses: Record<number, number> = {};
  readonly #done: Promise<void>;
  #isOver = false;
  #slowestMs = 0;

  constructor(
    private readonly context: InstancesContext,
    private readonly instances: readonly Instance[],
    private readonly key: string,
  ) {
    this.#done = this.#run();
    // end() reports a failure.
    this.#done.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
    const { 200: admitted = 0, ...others } = this.#statuses;
    this.context.findings.add({
      what: 'a steady caller while Redis is killed and comes back',
      measured: `${admitted} admitted, others ${JSON.stringify(others)}, slowest ${Math.round(this.#slowestMs)} ms`,
      bound: 'all admitted',
      isOk: admitted > 0 && Object.keys(others).length === 0,
    });
  }

  async #run(): Promise<void> {
    const load = { perSecond: 100, durationMs: 500, concurrency: 10, afterEnd: 'drop', tickMs: 1 } as const;
    while (!this.#isOver) await sendPaced(load, (number) => this.#send(number));
  }

  async #send(number: number): Promise<void> {
    const beganMs = performance.now();
    const response = await this.instances[number % this.instances.length]?.client.get(CHEAP_PATH, this.key);
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - beganMs);
    const status = response?.status ?? 0;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }
}
