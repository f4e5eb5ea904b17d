import type { CampaignListView, CandidateView, KnownDrop } from './candidate';
import { impersonationOf, namesakesOf } from './impersonation';

/** Blocks above the creation of a campaign that automatic acceptance requires. */
export const CONFIRMATIONS_MIN = 12;
/** Wallets of a verified list that automatic acceptance requires. */
export const RECIPIENTS_MIN = 50;

/**
 * Reasons why a candidate waits for a person; empty if it may be accepted automatically.
 *
 * That requires a new candidate with a campaign that is still on its chain, a list with the root of the contract and at
 * least {@link RECIPIENTS_MIN} wallets, funds for everything unclaimed, {@link CONFIRMATIONS_MIN} blocks, a token with a
 * symbol, and no likeness to a known drop.
 *
 * @param known - drops of the catalogue.
 * @param confirmations - number of blocks above the creation of its campaign; null if unknown.
 */
export function autoAcceptViolations(
  view: CandidateView,
  known: readonly KnownDrop[],
  confirmations: number | null,
): string[] {
  const stored = view.sightings.find(({ sighting }) => sighting.campaign !== null);
  if (stored === undefined) return ['is not a campaign'];
  const { identity, facts } = stored.sighting;
  const impersonation = impersonationOf(view, known);
  const violations: (string | false)[] = [
    view.state !== 'new' && `is ${view.state}`,
    stored.goneAt !== null && 'its campaign is no longer on the chain',
    ...listViolations(view.list),
    (confirmations === null || confirmations < CONFIRMATIONS_MIN) &&
      `has ${confirmations ?? 'unknown'} of ${CONFIRMATIONS_MIN} confirmations`,
    facts.symbol === null && 'the symbol of its token is unknown',
    impersonation !== null && impersonation.reason,
    ...namesakesOf(view, known).map(({ id, name }) => `looks like ${name} (${id}), whose token is unknown`),
    ...known
      .filter(({ contract }) => contract?.toLowerCase() === identity.contract?.toLowerCase())
      .map(({ id }) => `its contract belongs to the drop ${id}`),
  ];
  return violations.filter((violation) => violation !== false);
}

function listViolations(list: CampaignListView | null): (string | false)[] {
  if (list === null) return ['has no list'];
  const { state, reason, wallets, balance, unclaimed } = list;
  if (state !== 'verified') return [`its list is ${state}${reason === null ? '' : `: ${reason}`}`];
  return [
    (wallets === null || wallets < RECIPIENTS_MIN) && `has ${wallets ?? 'unknown'} of ${RECIPIENTS_MIN} recipients`,
    balance === null || unclaimed === null
      ? 'the funds of its contract are unknown'
      : BigInt(balance) < BigInt(unclaimed) && `its contract holds ${balance} of ${unclaimed} unclaimed base units`,
  ];
}
