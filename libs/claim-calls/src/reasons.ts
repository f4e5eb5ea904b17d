import type { ClaimActionReason, ClaimActionReasonCode, ClaimActionStatus } from '@droptrack/contracts';

/** Status and sentence of each reason. */
const REASONS: Readonly<Record<ClaimActionReasonCode, readonly [status: ClaimActionStatus, message: string]>> = {
  not_in_allocation_list: ['not_listed', 'The allocation lists do not contain the wallet.'],
  eligibility_unknown: ['unknown', 'The eligibility of the wallet is not decided, or not known.'],
  zero_allocation: ['nothing_to_claim', 'The wallet has no amount to claim.'],
  several_lists: ['unsupported', 'Several lists contain the wallet: state one of them as "list".'],
  several_entries: ['unsupported', 'The list contains the wallet several times, which is not supported.'],
  claim_not_open: ['not_started', 'The claim window is not open yet.'],
  claim_expired: ['expired', 'The claim window has closed.'],
  already_claimed: ['claimed', 'The wallet has claimed all that it has.'],
  discovered_drop: [
    'unsupported',
    'The drop was discovered and not reviewed by the operator, so that no call is prepared.',
  ],
  distributor_unknown: ['unsupported', 'The catalogue names no distributor of the list.'],
  style_unknown: ['unsupported', 'The catalogue does not name the style of the distributor.'],
  style_unsupported: ['unsupported', 'No calls are prepared for distributors of this style.'],
  token_unknown: ['unsupported', 'The catalogue does not name the token of the drop.'],
  proof_missing: ['unknown', 'The list has no proof of the amount.'],
  proof_invalid: ['unknown', 'The proof does not lead from the amount to the root of the list.'],
  recipient_fixed: ['unsupported', 'The distributor pays the wallet only: leave "to" out.'],
  delegate_required: ['unsupported', 'The claim delegates the votes of the tokens: state "delegate".'],
  forgone_not_accepted: [
    'unsupported',
    'A claim now gives up a part of the amount for good: see "forgoes", and state "accept_forgone".',
  ],
  project_signature_required: ['needs_signature', 'The claim needs a signature of the project, which its page gives.'],
  project_page_required: ['needs_web', 'Only the page of the project offers the claim.'],
  node_missing: ['unknown', 'The service has no node of the chain.'],
  node_unavailable: ['unknown', 'The nodes of the chain did not respond in time.'],
  node_wrong_chain: ['unknown', 'A node serves another chain than that of the distributor.'],
  nodes_disagree: ['unknown', 'The nodes of the chain do not agree.'],
  contract_missing: ['unknown', 'The address of the distributor has no code.'],
  contract_changed: ['unknown', 'The code of the distributor is not the declared one, or can be replaced.'],
  root_differs: ['unknown', 'The root of the distributor is not that of the list.'],
  amount_differs: ['unknown', 'The distributor states another amount than the list.'],
  token_differs: ['unknown', 'The distributor pays another token than that of the drop.'],
  distributor_paused: ['unknown', 'The distributor pays no claims at the moment.'],
  distributor_unfunded: ['unknown', 'The distributor does not hold the amount.'],
  recipient_redirected: ['unknown', 'The distributor pays claims of the wallet to another address.'],
  recipient_frozen: ['unknown', 'The token account of the wallet is frozen, and receives no tokens.'],
  simulation_failed: ['unknown', 'The simulated claim reverts.'],
  transfer_differs: ['unknown', 'The simulated claim does not pay exactly what is expected.'],
};

/** Status and reason of a claim that is not ready. */
export function notReady(code: ClaimActionReasonCode): {
  readonly status: ClaimActionStatus;
  readonly reason: ClaimActionReason;
} {
  const [status, message] = REASONS[code];
  return { status, reason: { code, message } };
}
