import type { ClaimActionReasonCode, ClaimCheck, ClaimCheckCode } from '@droptrack/contracts';
import { hexOfBytes } from '../hex';
import type { ClaimKeys } from './claim-instructions';
import { type SolanaClaimState, type SolanaClaimTerms, stepsAt } from './claim-state';
import type { DistributorState } from './distributor-programs';
import { programAddress } from './program-address';
import { publicKeyBytes, publicKeyText } from './public-key';

type Verdict = ClaimActionReasonCode | null;

/**
 * Checks a claim against the accounts of its distributor.
 *
 * @returns the checks in order, up to the first that does not hold, with its reason; `failed` also for a claim that is not supported.
 */
export function checkSolanaClaim(terms: SolanaClaimTerms, keys: ClaimKeys, state: SolanaClaimState) {
  const { distributor } = state;
  const known = (verdictOf: (distributor: DistributorState) => Verdict) => () =>
    distributor === null ? 'contract_changed' : verdictOf(distributor);
  const verdicts: readonly (readonly [ClaimCheckCode, () => Verdict])[] = [
    ['code', () => codeVerdict(terms, state)],
    ['root', known(({ root }) => (hexOfBytes(root) === terms.proof?.root.toLowerCase() ? null : 'root_differs'))],
    ['token', known(({ mint }) => tokenVerdict(mint, keys, state))],
    ['not_claimed', () => claimedVerdict(state)],
    ['amount', () => amountVerdict(terms, state)],
    ['window', known((found) => windowVerdict(terms, found, state))],
    ['recipient', () => recipientVerdict(keys, state)],
    ['funded', known((found) => fundedVerdict(terms, found, state))],
  ];
  const checks: ClaimCheck[] = [];
  for (const [code, verdictOf] of verdicts) {
    const failed = verdictOf();
    checks.push({ code, ok: failed === null, block: state.slot });
    if (failed !== null) return { checks, failed };
  }
  return { checks, failed: distributor === null ? 'contract_changed' : unsupportedReason(distributor) };
}

function codeVerdict({ program, distributor: address }: SolanaClaimTerms, state: SolanaClaimState): Verdict {
  const { hasProgram, isProgram, distributor } = state;
  if (!hasProgram) return 'contract_missing';
  const bytes = publicKeyBytes(program);
  if (!isProgram || distributor === null || distributor.isClosable || bytes === null) return 'contract_changed';
  const derived = programAddress(distributor.seeds, bytes);
  return derived !== null && publicKeyText(derived) === address ? null : 'contract_changed';
}

function tokenVerdict(mint: string, keys: ClaimKeys, { isToken, vault }: SolanaClaimState): Verdict {
  if (mint !== keys.mint) return 'token_differs';
  // The programs call one token program, whose tokens have neither fees nor hooks.
  if (!isToken) return 'style_unsupported';
  return vault === null || (vault.mint === mint && vault.owner === keys.distributor) ? null : 'token_differs';
}

function claimedVerdict({ status }: SolanaClaimState): Verdict {
  if (status === null) return 'contract_changed';
  return status !== 'none' && status.withdrawn >= status.locked ? 'already_claimed' : null;
}

function amountVerdict({ amount, locked }: SolanaClaimTerms, { status }: SolanaClaimState): Verdict {
  if (status === null || status === 'none') return null;
  return status.locked === locked && status.unlocked === amount - locked ? null : 'amount_differs';
}

function windowVerdict(terms: SolanaClaimTerms, distributor: DistributorState, state: SolanaClaimState): Verdict {
  const { isClawedBack, activation } = distributor;
  const { clock } = state;
  if (isClawedBack) return 'claim_expired';
  const now = activation?.isSlot === true ? clock.slot : clock.atSeconds;
  if (activation !== null && activation.at > now) return 'claim_not_open';
  // A claim that pays nothing yet costs its rent only.
  return stepsAt(terms, state, clock.atSeconds).pays > 0n ? null : 'claim_not_open';
}

/** The owner of a token account can pass it to another one. */
function recipientVerdict({ wallet, mint }: ClaimKeys, { target }: SolanaClaimState): Verdict {
  if (target === 'none') return null;
  if (target?.owner !== wallet || target.mint !== mint) return 'recipient_redirected';
  return target.isFrozen ? 'recipient_frozen' : null;
}

function fundedVerdict(terms: SolanaClaimTerms, distributor: DistributorState, state: SolanaClaimState): Verdict {
  const { isNew, pays } = stepsAt(terms, state, state.clock.atSeconds);
  const { claims, maxClaims, claimedAmount, maxAmount } = distributor;
  const { vault } = state;
  const isWithin = claimedAmount + pays <= maxAmount && (!isNew || claims < maxClaims);
  return isWithin && vault !== null && !vault.isFrozen && vault.amount >= pays ? null : 'distributor_unfunded';
}

/** Reason for which a distributor does not pay a claim by the wallet alone, or not all of it. */
function unsupportedReason({ claimType, hasBonus }: DistributorState): Verdict {
  if (claimType === 1 || claimType === 3) return 'project_signature_required';
  if (claimType !== 0) return 'project_page_required';
  // A bonus that grows over time would be given up by a claim now.
  return hasBonus ? 'style_unsupported' : null;
}
