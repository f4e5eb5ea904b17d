import { PLAN_TERMS } from '@droptrack/contracts';
import type { Findings } from '../findings';
import { issue, type Stage } from '../stage';
import type { Instance } from '../setup/instance';
import { burst, type BurstOutcome, drip } from './burst';

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
}

/** Sends a burst with a new key and holds what was admitted to the bounds. */
export async function checkBurst(stage: Stage, check: LimitCheck & { readonly count: number }): Promise<void> {
  const key = await issue(stage, check.bucket.plan, check.bucket.ownLimit);
  judge(stage.findings, check, await burst(check.instances, key, check.count));
}

/** Sends twice as much as is regained, and what the bucket holds, over a longer time. */
export async function checkDrip(stage: Stage, check: LimitCheck): Promise<void> {
  const { plan, limit, ownLimit } = check.bucket;
  const key = await issue(stage, plan, ownLimit);
  const durationMs = stage.plan.limits.dripMs;
  const perSecond = (2 * limit) / 60 + (1_000 * limit) / durationMs;
  judge(stage.findings, check, await drip(check.instances, key, { perSecond, durationMs }));
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
