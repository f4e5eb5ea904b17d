/**
 * Schedule by which the amounts of a list unlock, of the campaign of its distributor. Instants are seconds since the epoch, durations are seconds,
 * and shares are parts of 10^18 as exact decimal strings.
 */
export interface VestingSchedule {
  /** Null for a vesting that begins with the claim of each wallet. */
  readonly startsAt: number | null;
  /** Parts that unlock at once, by the seconds after the start, ascending. */
  readonly steps: readonly { readonly seconds: number; readonly share: string }[];
  /** Seconds after the start between which the rest unlocks; null if the last step unlocks it. */
  readonly linear: {
    readonly from: number;
    readonly to: number;
    /** Seconds between two unlocks; null for a continuous one, whose elapsed share has 18 digits. */
    readonly every: number | null;
  } | null;
  /** True if the project can end a claimed stream early; null if a claim pays at once what is unlocked then, for good. */
  readonly isCancelable: boolean | null;
}

export const WHOLE_SHARE = 1_000_000_000_000_000_000n;

/** Seconds from the start to the end. */
export const vestingSeconds = ({ linear, steps }: VestingSchedule): number => linear?.to ?? steps.at(-1)?.seconds ?? 0;

/**
 * Unlocked part of an amount in base units, with the rounding of the contracts: `SablierMerkleLL`, `SablierMerkleLT`, `SablierMerkleVCA`
 * and `LockupMath` of https://github.com/sablier-labs/evm-monorepo at fae38dc7e43c6cab6de8f97124c559f42ed5b77a, and
 * `LockupMath` of the tag v3.0.1 for a continuous vesting.
 *
 * @param startsAt - start of the vesting of this amount.
 * @param at - seconds since the epoch.
 */
export function unlockedAt(schedule: VestingSchedule, amount: bigint, startsAt: number, at: number): bigint {
  const { steps, linear } = schedule;
  const elapsed = at - startsAt;
  if (elapsed >= vestingSeconds(schedule)) return amount;
  const reached = steps.filter(({ seconds }) => seconds <= elapsed);
  const stepped = reached.reduce((sum, { share }) => sum + (amount * BigInt(share)) / WHOLE_SHARE, 0n);
  if (linear === null || elapsed < linear.from) return stepped;
  const rest = amount - stepped;
  const [passed, all] = [BigInt(elapsed - linear.from), BigInt(linear.to - linear.from)];
  if (linear.every === null) return stepped + (((passed * WHOLE_SHARE) / all) * rest) / WHOLE_SHARE;
  const every = BigInt(linear.every);
  return stepped + ((passed / every) * rest * every) / all;
}

/** Next instant at which more unlocks; null once all is unlocked. @param at - seconds since the epoch, as the result. */
export function nextUnlockAt({ steps, linear }: VestingSchedule, startsAt: number, at: number): number | null {
  const elapsed = at - startsAt;
  const next = steps.filter(({ seconds, share }) => seconds > elapsed && share !== '0').map(({ seconds }) => seconds);
  const hasRest = steps.reduce((sum, { share }) => sum + BigInt(share), 0n) < WHOLE_SHARE;
  if (linear !== null && hasRest && elapsed < linear.to) {
    const every = linear.every ?? 1;
    const unlocks = Math.floor(Math.max(0, elapsed - linear.from) / every) + 1;
    next.push(Math.min(linear.from + unlocks * every, linear.to));
  }
  return next.length === 0 ? null : startsAt + Math.min(...next);
}
