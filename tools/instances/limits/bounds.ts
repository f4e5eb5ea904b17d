import { PLAN_TERMS } from '@droptrack/contracts';
import { type InstancesContext, issueKey } from '../context';
import type { Findings } from '../findings';
import type { Instance } from '../instance';
import { burst, type BurstOutcome, drip } from './burst';

/** The last load is judged however the instances counted. */
const LOADS_MAX = 5;

/** A bucket to check. */
interface BucketCase {
  readonly name: string;
  readonly plan: 'free' | 'pro' | 'scale';
  /** Capacity, and tokens regained in a minute. */
  readonly limit: number;
  readonly ownLimit: number | null;
}

/** The buckets of the three plans. */
export const PLANS: readonly BucketCase[] = (['free', 'pro', 'scale'] as const).map((plan) => ({
  name: plan,
  plan,
  limit: PLAN_TERMS[plan].requestsPerMinute,
  ownLimit: null,
}));

/** A key of the plan scale with a limit of its own. */
export const withOwnLimit = (limit: number): BucketCase => ({
  name: `scale with a limit of its own, ${limit}`,
  plan: 'scale',
  limit,
  ownLimit: limit,
});

interface LimitCheck {
  /** Name of the situation. */
  readonly where: string;
  readonly instances: readonly Instance[];
  readonly bucket: BucketCase;
  /** Number of separate buckets of the key. */
  readonly buckets?: number;
  /** True where the instances share their buckets. */
  readonly areTogether?: boolean;
}

/** Sends a burst with a new key and checks how many requests are admitted. */
export async function checkBurst(
  context: InstancesContext,
  check: LimitCheck & { readonly count: number },
): Promise<void> {
  await checkLoad(context, check, (key) => burst(check.instances, key, check.count));
}

/** Sends twice as many requests as the bucket regains, and its capacity, over a longer time. */
export async function checkDrip(context: InstancesContext, check: LimitCheck): Promise<void> {
  const { limit } = check.bucket;
  const durationMs = context.plan.limits.dripMs;
  const perSecond = (2 * limit) / 60 + (1_000 * limit) / durationMs;
  await checkLoad(context, check, (key) => drip(check.instances, key, { perSecond, durationMs }));
}

/**
 * Sends a load with a new key and checks how many requests are admitted. An instance that stands still for half a second
 * counts without Redis; where instances must count together such a load is repeated, a few times at most.
 */
async function checkLoad(
  context: InstancesContext,
  check: LimitCheck,
  send: (key: string) => Promise<BurstOutcome>,
): Promise<void> {
  for (let left = LOADS_MAX; ; left -= 1) {
    const key = await issueKey(context, check.bucket.plan, check.bucket.ownLimit);
    const before = await fallbacks(check.instances);
    const outcome = await send(key);
    const isConclusive = !check.areTogether || left === 1 || (await fallbacks(check.instances)) === before;
    if (isConclusive) return judge(context.findings, check, outcome);
  }
}

/** Requests that instances have counted without Redis. */
export async function fallbacks(instances: readonly Instance[]): Promise<number> {
  const counts = await Promise.all(instances.map((instance) => instance.fallbacks()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Of n requests in t seconds at least min(n, limit) are admitted, and at most limit + ⌈rate · t⌉ for each bucket. */
function judge(findings: Findings, { where, bucket, buckets = 1 }: LimitCheck, outcome: BurstOutcome): void {
  const { sent, admitted, elapsedSeconds, others } = outcome;
  const most = buckets * (bucket.limit + Math.ceil((bucket.limit / 60) * elapsedSeconds));
  const what = `${where}, ${bucket.name}`;
  const detail = `admitted of ${sent} in ${elapsedSeconds.toFixed(2)} s`;
  findings.addWithin(`${what}: ${detail}`, admitted, [Math.min(sent, bucket.limit), most]);
  if (Object.keys(others).length === 0) return;
  findings.add({ what: `${what}: other responses`, measured: JSON.stringify(others), bound: 'none', isOk: false });
}
