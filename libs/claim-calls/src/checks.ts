import type { ClaimActionReasonCode, ClaimCheck, ClaimCheckCode } from '@droptrack/contracts';
import { isClaimedOnce, type WindowBound } from '@droptrack/distributors';
import type { AbiValue } from './abi';
import type { Head } from './agreed-reading';
import type { ClaimTerms } from './claim-terms';
import type { ContractCode } from './code-hash';
import type { ViewName } from './readings';

/** State of a claim on its chain, as of one block. */
export interface ClaimReading {
  readonly head: Head;
  /** Null for an address without code. */
  readonly code: ContractCode | null;
  /** Values of the views of the style; null for one that reverts. */
  readonly views: ReadonlyMap<ViewName, AbiValue | null>;
}

/** Checks in order, up to the first that does not hold, with its reason. */
export interface CheckedClaim {
  readonly checks: readonly ClaimCheck[];
  readonly failed: ClaimActionReasonCode | null;
  /** Base units that are not claimed yet. */
  readonly rest: bigint;
}

/** Reason for which a check does not hold; null if it holds, undefined for a check that the style does not have. */
type Verdict = ClaimActionReasonCode | null | undefined;

/** Checks a claim against what its distributor states. */
export function checkClaim(terms: ClaimTerms, reading: ClaimReading): CheckedClaim {
  const rest = restOf(terms, reading);
  const verdicts: readonly (readonly [ClaimCheckCode, () => Verdict])[] = [
    ['code', () => codeVerdict(terms, reading)],
    ['root', () => equal(reading, 'root', terms.proof?.root.toLowerCase(), 'root_differs')],
    ['token', () => tokenVerdict(terms, reading)],
    ['not_claimed', () => (rest === null ? 'contract_changed' : rest > 0n ? null : 'already_claimed')],
    ['amount', () => amountVerdict(terms, reading)],
    ['window', () => windowVerdict(terms, reading)],
    ['not_paused', () => equal(reading, 'paused', 0n, 'distributor_paused')],
    ['recipient', () => recipientVerdict(terms, reading)],
    ['funded', () => fundedVerdict(reading, rest ?? 0n)],
  ];
  const checks: ClaimCheck[] = [];
  for (const [code, verdictOf] of verdicts) {
    const verdict = verdictOf();
    if (verdict === undefined) continue;
    checks.push({ code, ok: verdict === null, block: Number(reading.head.block) });
    if (verdict !== null) return { checks, failed: verdict, rest: rest ?? 0n };
  }
  return { checks, failed: null, rest: rest ?? 0n };
}

/** Amount that is not claimed yet; null if the contract does not state it. */
function restOf({ contract, amount }: ClaimTerms, { views }: ClaimReading): bigint | null {
  const { style } = contract;
  // Without such a view, a claim sets the amount of the contract to 0.
  if (style.claimed === null) return views.get('amount') === 0n ? 0n : amount;
  const claimed = views.get('claimed');
  if (typeof claimed !== 'bigint') return null;
  if (isClaimedOnce(style)) return claimed === 0n ? amount : 0n;
  return claimed < amount ? amount - claimed : 0n;
}

function codeVerdict({ contract }: ClaimTerms, { code }: ClaimReading): Verdict {
  if (code === null) return 'contract_missing';
  const { codeHash } = contract;
  return (codeHash === null ? !code.isProxy : codeHash === code.hash) ? null : 'contract_changed';
}

/** Undefined for a view that the style does not have. */
function equal(
  { views }: ClaimReading,
  name: ViewName,
  value: AbiValue | undefined,
  reason: ClaimActionReasonCode,
): Verdict {
  const stated = views.get(name);
  if (stated === undefined) return undefined;
  return stated !== null && stated === value ? null : reason;
}

function tokenVerdict({ contract }: ClaimTerms, reading: ClaimReading): Verdict {
  const { style, token, address } = contract;
  if (style.token === 'self') return token === address ? null : 'token_differs';
  return equal(reading, 'token', token, 'token_differs');
}

function amountVerdict({ amount }: ClaimTerms, { views }: ClaimReading): Verdict {
  const stated = views.get('amount');
  if (stated === undefined) return undefined;
  if (stated === 0n) return 'zero_allocation';
  return stated === amount ? null : 'amount_differs';
}

function windowVerdict({ contract }: ClaimTerms, { head, views }: ClaimReading): Verdict {
  const { style, window } = contract;
  const now = { seconds: head.atSeconds, l1_blocks: head.seenBlock };
  const bound = ({ unit }: WindowBound, name: 'starts_at' | 'ends_at') => ({ at: views.get(name), now: now[unit] });
  const stated = (ms: number | null) =>
    ms === null ? null : { at: BigInt(Math.floor(ms / 1_000)), now: head.atSeconds };
  const start = style.startsAt ? bound(style.startsAt, 'starts_at') : stated(window.opensAtMs);
  const end = style.endsAt ? bound(style.endsAt, 'ends_at') : stated(window.closesAtMs);
  if (start === null && end === null) return undefined;
  if (start !== null && typeof start.at !== 'bigint') return 'contract_changed';
  if (end !== null && typeof end.at !== 'bigint') return 'contract_changed';
  if (start !== null && (start.at as bigint) > start.now) return 'claim_not_open';
  // 0 stands for no end.
  if (end === null || end.at === 0n) return null;
  const last = (end.at as bigint) - (style.endsAt?.isInclusive === true ? 0n : 1n);
  return end.now > last ? 'claim_expired' : null;
}

/** The distributor pays another address only where the wallet, or its operator, asked it to. */
function recipientVerdict({ wallet }: ClaimTerms, { views }: ClaimReading): Verdict {
  const redirected = [views.get('redirected'), views.get('redirected_all')];
  if (redirected.includes(undefined)) return undefined;
  // That of the token comes before that of all tokens.
  const recipient = redirected.find((to) => typeof to !== 'string' || !/^0x0+$/.test(to));
  return recipient === undefined || recipient === wallet ? null : 'recipient_redirected';
}

function fundedVerdict({ views }: ClaimReading, rest: bigint): Verdict {
  const funds = views.get('funds');
  if (funds === undefined) return undefined;
  return typeof funds === 'bigint' && funds >= rest ? null : 'distributor_unfunded';
}
