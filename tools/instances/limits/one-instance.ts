import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from '../../load/response';
import { type InstancesContext, issueKey } from '../context';
import { Instance } from '../instance';
import { checkBurst, checkDrip, PLANS, withOwnLimit } from './bounds';
import { CHEAP_PATH } from './burst';

const WHERE = 'one instance, in memory';
const FREE_LIMIT = 60;

/** Buckets in the memory of a single instance. */
export async function checkOneInstance(context: InstancesContext): Promise<void> {
  context.progress('Limits of one instance …');
  const instance = await Instance.start(context, 'The only instance');
  await checkFreeToTheSecond(context, instance);
  const { beyond, ownLimit } = context.plan.limits;
  for (const bucket of [...PLANS.filter(({ plan }) => plan !== 'free'), withOwnLimit(ownLimit)]) {
    await checkBurst(context, { where: WHERE, instances: [instance], bucket, count: bucket.limit + beyond });
  }
  for (const bucket of PLANS.filter(({ plan }) => plan === 'pro')) {
    await checkDrip(context, { where: WHERE, instances: [instance], bucket });
  }
  await instance.stop();
}

/**
 * The limit of a minute at once, one request more, and some a second later. Where that takes longer than a second a token
 * is regained, so that one request more is admitted.
 */
async function checkFreeToTheSecond(context: InstancesContext, { client }: Instance): Promise<void> {
  const { findings } = context;
  const key = await issueKey(context, 'free');
  await client.open(FREE_LIMIT);
  const send = (count: number): Promise<HttpResponse[]> =>
    Promise.all(Array.from({ length: count }, () => client.get(CHEAP_PATH, key)));
  const beganMs = performance.now();
  const regained = (): number => Math.floor((performance.now() - beganMs) / 1_000);
  const atOnce = await send(FREE_LIMIT);
  const took = `${Math.round(performance.now() - beganMs)} ms`;
  findings.addWithin(`${WHERE}, free: admitted of 60 at once, in ${took}`, admitted(atOnce), [60, 60]);
  let more = 0;
  let next = await client.get(CHEAP_PATH, key);
  for (; next.status === 200 && more < regained(); next = await client.get(CHEAP_PATH, key)) more += 1;
  findings.add({
    what: `${WHERE}, free: the first beyond the limit`,
    measured: `${next.status}, Retry-After: ${next.header('retry-after')}`,
    bound: '429, Retry-After: 1',
    isOk: next.status === 429 && next.header('retry-after') === '1',
  });
  await sleep(1_000 * Number(next.header('retry-after')));
  const later = admitted(await send(5));
  findings.addWithin(`${WHERE}, free: admitted of 5 after that second`, later, [1, regained() - more]);
}

const admitted = (responses: readonly HttpResponse[]): number =>
  responses.filter(({ status }) => status === 200).length;
