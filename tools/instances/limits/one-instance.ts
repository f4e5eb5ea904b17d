import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../wire/answer';
import { issue, type Stage } from '../stage';
import { Instance } from '../setup/instance';
import { checkBurst, checkDrip, PLANS, withOwnLimit } from './bounds';
import { CHEAP_PATH } from './burst';

const WHERE = 'one instance, in memory';
const FREE_LIMIT = 60;

/** Buckets in the memory of the only instance there is. */
export async function checkOneInstance(stage: Stage): Promise<void> {
  stage.progress('Limits of one instance …');
  const instance = await Instance.start(stage, 'The only instance');
  await checkFreeToTheSecond(stage, instance);
  const { beyond, ownLimit } = stage.plan.limits;
  for (const bucket of [...PLANS.filter(({ plan }) => plan !== 'free'), withOwnLimit(ownLimit)]) {
    await checkBurst(stage, { where: WHERE, instances: [instance], bucket, count: bucket.limit + beyond });
  }
  for (const bucket of PLANS.filter(({ plan }) => plan === 'pro')) {
    await checkDrip(stage, { where: WHERE, instances: [instance], bucket });
  }
  await instance.stop();
}

/**
 * What a newcomer would try: a minute's requests at once, one more, and one a second later. Where they take longer than
 * a second a token comes back meanwhile, so that one more may pass, and not one more than that.
 */
async function checkFreeToTheSecond(stage: Stage, { client }: Instance): Promise<void> {
  const { findings } = stage;
  const key = await issue(stage, 'free');
  await client.open(FREE_LIMIT);
  const ask = (count: number): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => client.get(CHEAP_PATH, key)));
  const beganMs = performance.now();
  const regained = (): number => Math.floor((performance.now() - beganMs) / 1_000);
  const atOnce = await ask(FREE_LIMIT);
  const took = `${Math.round(performance.now() - beganMs)} ms`;
  findings.noteWithin(`${WHERE}, free: of 60 at once pass, in ${took}`, passed(atOnce), [60, 60]);
  let more = 0;
  let next = await client.get(CHEAP_PATH, key);
  for (; next.status === 200 && more < regained(); next = await client.get(CHEAP_PATH, key)) more += 1;
  findings.note({
    what: `${WHERE}, free: the first too many`,
    measured: `${next.status}, Retry-After: ${next.header('retry-after')}`,
    bound: '429, Retry-After: 1',
    isOk: next.status === 429 && next.header('retry-after') === '1',
  });
  await sleep(1_000 * Number(next.header('retry-after')));
  const later = passed(await ask(5));
  findings.noteWithin(`${WHERE}, free: of 5 after that second pass`, later, [1, regained() - more]);
}

const passed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
