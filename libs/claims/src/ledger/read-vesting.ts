import { type FollowedDistributor, followedStyle, type VestingViews } from '@droptrack/distributors';
import { type VestingSchedule, WHOLE_SHARE } from '@droptrack/eligibility';
import type { ChainReader } from '@droptrack/sources';
import { z } from 'zod';
import { readView } from '../view-call';
import { addressOf } from '../contract-id';

const seconds = z
  .int()
  .min(0)
  .max(2 ** 40);
const share = z.bigint().min(0n).max(WHOLE_SHARE);
const tranchedShape = z.object({
  startsAt: seconds,
  tranches: z.array(z.object({ unlockPercentage: share, duration: seconds })).min(1),
  isCancelable: z.boolean(),
});
const linearShape = z.object({
  startsAt: seconds,
  startShare: share,
  cliffSeconds: seconds.default(0),
  cliffShare: share.default(0n),
  seconds: seconds.optional(),
  endsAt: seconds.optional(),
  /** Contracts of earlier releases do not have it. */
  every: seconds.nullable().default(1),
  isCancelable: z.boolean().nullable().default(null),
});

/**
 * Schedule by which the amounts of a distributor unlock, by the functions of its style: constants of the contract.
 *
 * @returns null for a style without a schedule, and for a contract whose functions do not state one.
 * @throws {SourceError} if the node does not respond.
 */
export async function readVesting(
  chain: ChainReader,
  { contract, style }: FollowedDistributor,
): Promise<VestingSchedule | null> {
  const views = followedStyle(style)?.vesting;
  if (views === undefined) return null;
  const values: Record<string, unknown> = {};
  const address = addressOf(contract);
  for (const [name, signature] of Object.entries(views))
    values[name] = await readView(chain, { contract: address, signature });
  const schedule = scheduleOf(values, views);
  const shares = schedule?.steps.reduce((sum, step) => sum + BigInt(step.share), 0n) ?? 0n;
  return shares > WHOLE_SHARE ? null : schedule;
}

function scheduleOf(values: Readonly<Record<string, unknown>>, { tranches }: VestingViews): VestingSchedule | null {
  return tranches === undefined ? linearOf(values) : tranchedOf(values);
}

function tranchedOf(values: Readonly<Record<string, unknown>>): VestingSchedule | null {
  const { data } = tranchedShape.safeParse(values);
  if (data === undefined) return null;
  let total = 0;
  const steps = data.tranches.map(({ unlockPercentage, duration }) => ({
    seconds: (total += duration),
    share: unlockPercentage.toString(),
  }));
  return { startsAt: atClaim(data.startsAt), steps, linear: null, isCancelable: data.isCancelable };
}

function linearOf(values: Readonly<Record<string, unknown>>): VestingSchedule | null {
  const { data } = linearShape.safeParse(values);
  if (data === undefined) return null;
  const { startsAt, cliffSeconds: from, every, isCancelable } = data;
  const to = data.seconds ?? (data.endsAt ?? 0) - startsAt;
  if (to <= from) return null;
  const cliff = from === 0 ? [] : [{ seconds: from, share: data.cliffShare.toString() }];
  return {
    // Only streams begin with the claim.
    startsAt: isCancelable === null ? startsAt : atClaim(startsAt),
    steps: [{ seconds: 0, share: data.startShare.toString() }, ...cliff],
    linear: { from, to, every: every === null ? null : Math.max(1, every) },
    isCancelable,
  };
}

/** 0 stands for the time of the claim. */
const atClaim = (startsAt: number): number | null => (startsAt === 0 ? null : startsAt);
