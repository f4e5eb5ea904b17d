import type { ClaimActionReasonCode, ClaimFee } from '@droptrack/contracts';
import type { ClaimReading } from './checks';
import type { ClaimTerms } from './claim-terms';
import type { TokenTransfer } from './simulation';

/** Amounts that a claim pays and costs, in base units and wei. */
export interface ExpectedClaim {
  readonly amount: bigint;
  readonly forgone: bigint;
  /** Fee with its margin. */
  readonly value: bigint;
  readonly fee: ClaimFee | null;
  /** Milliseconds since the epoch; null while unknown. */
  readonly validUntilMs: number | null;
}

/** Margin of a fee that follows a price. The price feeds of large chains are updated at changes of 0.5 to 2 %. */
const MARGIN_PERCENT = 3n;
const FLOATING_VALID_MS = 10 * 60_000;

/** Amounts of a claim by its readings, or the reason for which these calls cannot claim it. */
export function expectedOf(
  { contract }: ClaimTerms,
  { head, views }: ClaimReading,
  rest: bigint,
): ExpectedClaim | ClaimActionReasonCode {
  const { style, window } = contract;
  const type = views.get('claim_type');
  // Earlier releases of the style do not have it.
  if (type !== undefined && type !== null && type !== 0n)
    return type === 1n ? 'project_page_required' : 'style_unsupported';
  const [stated, paid, forgone] = [views.get('fee'), views.get('paid'), views.get('forgone')];
  // Before the vesting, some contracts do not state what is forgone.
  if (paid === 0n) return 'claim_not_open';
  if (stated === null || paid === null || forgone === null) return 'contract_changed';
  // What is neither paid nor stated as forgone would be lost unannounced.
  if (typeof paid === 'bigint' && typeof forgone === 'bigint' && paid + forgone !== rest) return 'contract_changed';
  const fee = feeOf(typeof stated === 'bigint' ? stated : 0n, style.isFeeFloating === true, Number(head.block));
  const endsAt = views.get('ends_at');
  const isDated = style.endsAt?.unit === 'seconds' && typeof endsAt === 'bigint' && endsAt > 0n && endsAt < DATED_MAX;
  const endMs = isDated ? Number(endsAt) * 1_000 : style.endsAt === undefined ? window.closesAtMs : null;
  const feeEndMs = fee !== null && fee.margin !== '0' ? Number(head.atSeconds) * 1_000 + FLOATING_VALID_MS : null;
  const ends = [endMs, feeEndMs].filter((ms) => ms !== null);
  return {
    amount: typeof paid === 'bigint' ? paid : rest,
    forgone: typeof forgone === 'bigint' ? forgone : 0n,
    value: fee === null ? 0n : BigInt(fee.amount) + BigInt(fee.margin),
    fee,
    validUntilMs: ends.length === 0 ? null : Math.min(...ends),
  };
}

/** Seconds of the last instant that a date can hold. */
const DATED_MAX = 8_640_000_000_000n;

function feeOf(amount: bigint, isFloating: boolean, block: number): ClaimFee | null {
  if (amount === 0n) return null;
  const margin = isFloating ? (amount * MARGIN_PERCENT + 99n) / 100n : 0n;
  return {
    kind: 'distributor',
    asset: 'native',
    amount: amount.toString(),
    margin: margin.toString(),
    read_at_block: block,
  };
}

/**
 * Compares simulated transfers with what a claim is expected to pay: `transfer` for tokens that the recipient receives, `other` for a
 * claim that does something else, `stated` for what the style does, such as a stream. `stated` also without transfers of a node.
 */
export function paysExactly(
  transfers: readonly TokenTransfer[] | null,
  { contract, wallet, to }: ClaimTerms,
  { amount }: ExpectedClaim,
): 'transfer' | 'stated' | 'other' {
  if (transfers === null) return 'stated';
  const net = (address: string): bigint =>
    transfers.reduce((sum, each) => {
      const received = each.to === address ? each.amount : 0n;
      return sum + received - (each.from === address ? each.amount : 0n);
    }, 0n);
  const recipient = to ?? wallet;
  if (recipient !== wallet && net(wallet) !== 0n) return 'other';
  // Amounts that grow with time are higher in the block that is simulated, and others' forgone parts can come on top.
  if (contract.style.isTimed === true ? net(recipient) >= amount : net(recipient) === amount) return 'transfer';
  const isStream = contract.style.effect === 'stream' && net(recipient) === 0n && net(contract.address) === -amount;
  return isStream ? 'stated' : 'other';
}
