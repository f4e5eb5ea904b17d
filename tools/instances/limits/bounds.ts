import { PLAN_TERMS } from '@droptrack/contracts';
import type { Findings } from '../findings';
import { issue, type Stage } from '../stage';
import type { Instance } from '../setup/instance';
import { burst, type BurstOutcome } from './burst';

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

export interface BurstCheck {
  /** Where and when. */
  readonly where: string;
  readonly instances: readonly Instance[];
  readonly bucket: BucketCase;
  readonly count: number;
  /** Buckets that there are for the key in all. */
  readonly buckets?: number;
}

/**
 * Sends a burst with a new key and holds what was admitted to the bounds: of n requests in t
 * seconds at least min(n, limit), at most limit + ⌈rate · t⌉, that for each bucket there is.
 */
export async function checkBurst(stage: Stage, check: BurstCheck): Promise<void> {
  const { where, instances, bucket, count, buckets = 1 } = check;
  const key = await issue(stage, bucket.plan, bucket.ownLimit);
  const outcome = await burst(instances, key, count);
  const { sent, admitted, elapsedSeconds } = outcome;
  const most = buckets * (bucket.limit + Math.ceil((bucket.limit / 60) * elapsedSeconds));
  const what = `${where}, ${bucket.name}: admitted of ${sent} in ${elapsedSeconds.toFixed(2)} s`;
  stage.findings.noteWithin(what, admitted, [Math.min(sent, bucket.limit), most]);
  noteOthers(stage.findings, `${where}, ${bucket.name}`, outcome);
}

/** Told only when there are any: nothing but 200 and 429 may come. */
function noteOthers(findings: Findings, what: string, { others }: BurstOutcome): void {
  if (Object.keys(others).length === 0) return;
  findings.note({ what: `${what}: other answers`, measured: JSON.stringify(others), bound: 'none', isOk: false });
}
