import type { EligibilityReason } from '@droptrack/contracts';
import { type ClaimWindow, opensAt } from '@droptrack/catalogue';

/**
 * Reasons of a check that concern the claim; none while claiming is open or its state is unknown.
 *
 * @param claimed - claim state on chain; null if it was not queried or the query failed.
 */
export function claimReasons({ status, event }: ClaimWindow, claimed: boolean | null): EligibilityReason[] {
  if (claimed === true) return [{ code: 'already_claimed', message: 'The wallet has already claimed.' }];
  if (status === 'not_open' && event !== null) {
    const at = opensAt(event);
    const when = at === null ? 'later' : `at ${at}`;
    const message =
      event.status === 'tentative'
        ? `Claiming is expected to open ${when}, which is not confirmed.`
        : `Claiming opens ${when}.`;
    return [{ code: 'claim_not_open', message }];
  }
  if (status === 'expired') {
    const message = event?.endsAt ? `Claiming closed at ${event.endsAt}.` : 'Claiming has closed.';
    return [{ code: 'claim_expired', message }];
  }
  return [];
}
