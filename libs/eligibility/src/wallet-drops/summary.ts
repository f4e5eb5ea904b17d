import { type EligibilityResult, isExcluded, type WalletDropsSummary } from '@droptrack/contracts';
import { isClaimableNow } from './order';

/** Counts of a summary that do not follow from its results. */
interface OtherCounts {
  /** Drops for which the wallet is not eligible, excluded ones not counted. */
  readonly ineligible: number;
  /** Lists that were searched. */
  readonly checkedLists: number;
}

/** Summarizes the results of a wallet: all that are eligible, pending, unknown or excluded. */
export function summarizeWalletDrops(
  results: readonly EligibilityResult[],
  { ineligible, checkedLists }: OtherCounts,
): WalletDropsSummary {
  const count = (is: (result: EligibilityResult) => boolean): number => results.filter(is).length;
  const claimable = results.filter(isClaimableNow);
  const values = claimable.flatMap((result) => claimableValueUsd(result) ?? []);
  return {
    eligible: count(({ status }) => status === 'eligible'),
    claimable_now: claimable.length,
    expired: count(({ status, claim }) => status === 'eligible' && claim.status === 'expired'),
    pending: count(({ status }) => status === 'pending'),
    unknown: count(({ status }) => status === 'unknown'),
    excluded: count(isExcluded),
    ineligible,
    checked_lists: checkedLists,
    claimable_value_usd: values.length === 0 && claimable.length > 0 ? null : toCents(sum(values)),
    claimable_without_price: claimable.length - values.length,
  };
}

/** Value of an allocation less the part that is known to be claimed; null without a price. */
function claimableValueUsd(result: EligibilityResult): number | null {
  const { allocation } = result;
  if (allocation === null || allocation.value_usd === null) return null;
  const [whole, claimed] = [BigInt(allocation.amount), claimedAmount(result)];
  if (claimed === 0n || whole === 0n) return allocation.value_usd;
  const left = claimed < whole ? whole - claimed : 0n;
  return toCents(allocation.value_usd * (Number(left) / Number(whole)));
}

/** Base units known to be claimed. Of several entries, some can be claimed by contracts that return only a boolean. */
function claimedAmount({ claim, entries }: EligibilityResult): bigint {
  if (entries.length === 0) return BigInt(claim.claimed_amount ?? 0);
  return entries.reduce((sum, { amount, claimed, claimed_amount: part }) => sum + claimedOf(amount, claimed, part), 0n);
}

function claimedOf(amount: string, isClaimed: boolean | null, part: string | null): bigint {
  const whole = BigInt(amount);
  if (isClaimed === true) return whole;
  const claimed = BigInt(part ?? 0);
  return claimed < whole ? claimed : whole;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
/** Larger doubles have no fractions of a cent. */
const toCents = (usd: number): number => (usd < 2 ** 46 ? Math.round(usd * 100) / 100 : usd);
