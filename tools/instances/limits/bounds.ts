import { PLAN_TERMS } from '@droptrack/contracts';
import type { Findings } from '../findings';
import { issue, type Stage } from '../stage';
import type { Instance } from '../setup/instance';
import { burst, type BurstOutcome, drip } from './burst';

/** Until one is judged, however the instances counted. */
const LOADS_MAX = 5;

/** Whose bucket is looked at. */
export interface BucketCase {
  readonly name: string;
  readonly plan: 'free' | 'pro' | 'scale';
  /** What it holds; what it regains in a minute. */
  readonly limit: number;
  readonly ownLimit: number | null;
}

/** The three plans, as they are sold. */
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

export interface LimitCheck {
  /** Where and when. */
  readonly where: string;
  readonly instances: readonly Instance[];
  readonly bucket: BucketCase;
  /** Buckets that there are for the key in all. */
  readonly buckets?: number;
  /** Whether the instances share what they count. */
  readonly areTogether?: boolean;
}

/** Sends a burst with a new key and holds what was admitted to the bounds. */
export async function checkBurst(stage: Stage, check: LimitCheck & { readonly count: number }): Promise<void> {
  await checkLoad(stage, check, (key) => burst(check.instances, key, check.count));
}

/** Sends twice as much as is regained, and what the bucket holds, over a longer time. */
export async function checkDrip(stage: Stage, check: LimitCheck): Promise<void> {
  const { limit } = check.bucket;
  const durationMs = stage.plan.limits.dripMs;
  const perSecond = (2 * limit) / 60 + (1_000 * limit) / durationMs;
  await checkLoad(stage, check, (key) => drip(check.instances, key, { perSecond, durationMs }));
}

/**
 * Sends a load with a new key and holds what was admitted to the bounds. An instance that stands still for half a
 * second counts what it missed by itself: where they ought to count together, a load in which one did so says nothing
 * of that and is sent anew, a few times at most.
 */
async function checkLoad(stage: Stage, check: LimitCheck, send: (key: string) => Promise<BurstOutcome>): Promise<void> {
  for (let left = LOADS_MAX; ; left -= 1) {
    const key = await issue(stage, check.bucket.plan, check.bucket.ownLimit);
    const before = await fallbacks(check.instances);
    const outcome = await send(key);
    const isTelling = !check.areTogether || left === 1 || (await fallbacks(check.instances)) === before;
    if (isTelling) return judge(stage.findings, check, outcome);
  }
}

/** Requests that instances have counted by themselves because Redis was away. */
export async function fallbacks(instances: readonly Instance[]): Promise<number> {
  const counts = await Promise.all(instances.map((instance) => instance.fallbacks()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Of n requests in t seconds pass at least min(n, limit), and at most limit + ⌈rate · t⌉ for each bucket there is. */
function judge(findings: Findings, { where, bucket, buckets = 1 }: LimitCheck, outcome: BurstOutcome): void {
  const { sent, admitted, elapsedSeconds } = outcome;
  const most = buckets * (bucket.limit + Math.ceil((bucket.limit / 60) * elapsedSeconds));
  const what = `${where}, ${bucket.name}: admitted of ${sent} in ${elapsedSeconds.toFixed(2)} s`;
  findings.noteWithin(what, admitted, [Math.min(sent, bucket.limit), most]);
  noteOthers(findings, `${where}, ${bucket.name}`, outcome);
}

/** Told only when there are any: nothing but 200 and 429 may come. */
function noteOthers(findings: Findings, what: string, { others }: BurstOutcome): void {
  if (Object.keys(others).length === 0) return;
  findings.note({ what: `${what}: other answers`, measured: JSON.stringify(others), bound: 'none', isOk: false });
}
