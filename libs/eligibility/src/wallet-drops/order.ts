import { type EligibilityResult, isExcluded } from '@droptrack/contracts';

/**
 * Compares two results of one wallet: by what its owner can do about them, then by the end of the claim window, open ends
 * last, then by value, unknown ones last, then by id.
 */
export function compareWalletDrops(a: EligibilityResult, b: EligibilityResult): number {
  return (
    groupOf(a) - groupOf(b) ||
    ascending(closesAtMs(a), closesAtMs(b)) ||
    ascending(-valueOf(a), -valueOf(b)) ||
    (a.drop < b.drop ? -1 : a.drop > b.drop ? 1 : 0)
  );
}

/** True if a wallet can claim now, as far as is known. */
export const isClaimableNow = ({ status, claim }: EligibilityResult): boolean =>
  status === 'eligible' && claim.status === 'open';

/** Position of a result: claimable now, claimable later or unknown, claimed or expired, pending, unknown, excluded. */
function groupOf(result: EligibilityResult): number {
  const { status, claim } = result;
  if (status === 'pending') return 3;
  if (status === 'unknown') return 4;
  if (isExcluded(result)) return 5;
  if (claim.status === 'open') return 0;
  return claim.status === 'claimed' || claim.status === 'expired' ? 2 : 1;
}

const closesAtMs = ({ claim }: EligibilityResult): number =>
  claim.closes_at === null ? Infinity : Date.parse(claim.closes_at);
const valueOf = ({ allocation }: EligibilityResult): number => allocation?.value_usd ?? -Infinity;

/** Equal infinities are equal: their difference would be NaN. */
const ascending = (a: number, b: number): number => (a === b ? 0 : a - b);
