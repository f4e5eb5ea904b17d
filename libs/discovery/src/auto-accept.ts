import type { CampaignListView, CandidateView, KnownDrop } from './candidate';
import { claimTypeOf } from './claim-type';
import { likenessesOf } from './impersonation';

/** Blocks above the creation of a campaign that automatic acceptance requires. */
export const CONFIRMATIONS_MIN = 12;
/** Wallets of a verified list that automatic acceptance requires. */
export const RECIPIENTS_MIN = 50;

/** A campaign as its chain has it now. */
export interface CampaignState {
  /** Number of blocks above its creation. */
  readonly confirmations: number;
  /** Tokens that its contract holds, base units. */
  readonly balance: bigint;
}

/**
 * Reasons in the stored facts why a candidate waits for a person. It may be accepted automatically if there are none, and
 * {@link campaignStateViolations} finds none on the chain.
 *
 * That requires a new candidate with a campaign that is still on its chain and has not ended, sightings of that campaign
 * alone, a list with the root of the contract and at least {@link RECIPIENTS_MIN} wallets, a token with a symbol, and no
 * likeness to a known drop, and that a plain claim pays the holder.
 *
 * @param known - drops of the catalogue.
 * @param nowMs - milliseconds since the epoch.
 */
export function autoAcceptViolations(view: CandidateView, known: readonly KnownDrop[], nowMs: number): string[] {
  const stored = view.sightings.find(({ sighting }) => sighting.campaign !== null);
  if (stored === undefined) return ['is not a campaign'];
  const { identity, facts } = stored.sighting;
  const violations: (string | false)[] = [
    view.state !== 'new' && `is ${view.state}`,
    stored.goneAt !== null && 'its campaign is no longer on the chain',
    facts.endsAt !== null && Date.parse(facts.endsAt) <= nowMs && `its campaign ended at ${facts.endsAt}`,
    ...foreignSources(view, identity.contract).map((source) => `its sighting of ${source} does not name its contract`),
    ...listViolations(view.list),
    !['default', null].includes(claimTypeOf([stored])) && `its claims are of the type ${claimTypeOf([stored])}`,
    facts.symbol === null && 'the symbol of its token is unknown',
    ...likenessesOf(view, known),
    ...known
      .filter(({ contract }) => isSameAccount(contract, identity.contract))
      .map(({ id }) => `its contract belongs to the drop ${id}`),
  ];
  return violations.filter((violation) => violation !== false);
}

/**
 * Reasons in the present state of its campaign why a candidate waits: fewer than {@link CONFIRMATIONS_MIN} blocks, or less
 * than everything unclaimed in the contract. The stored balance is that of the check of the list, and does not count.
 *
 * @param state - null if unknown.
 */
export function campaignStateViolations({ list }: Pick<CandidateView, 'list'>, state: CampaignState | null): string[] {
  if (state === null) return ['the confirmations and the funds of its campaign are unknown'];
  const { confirmations, balance } = state;
  const needed = list?.unclaimed ?? list?.total ?? null;
  const violations = [
    confirmations < CONFIRMATIONS_MIN && `has ${confirmations} of ${CONFIRMATIONS_MIN} confirmations`,
    needed === null
      ? 'the sum of its list is unknown'
      : balance < BigInt(needed) && `its contract holds ${balance} of ${needed} unclaimed base units`,
  ];
  return violations.filter((violation) => violation !== false);
}

/** Sources that may describe another drop: anyone can create a campaign in the token that a curated source names. */
function foreignSources({ sightings }: CandidateView, contract: string | null): string[] {
  const foreign = sightings.filter(({ sighting }) => !isSameAccount(sighting.identity.contract, contract));
  return [...new Set(foreign.map(({ source }) => source))];
}

const isSameAccount = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase();

function listViolations(list: CampaignListView | null): (string | false)[] {
  if (list === null) return ['has no list'];
  const { state, reason, wallets } = list;
  if (state !== 'verified') return [`its list is ${state}${reason === null ? '' : `: ${reason}`}`];
  return [
    (wallets === null || wallets < RECIPIENTS_MIN) && `has ${wallets ?? 'unknown'} of ${RECIPIENTS_MIN} recipients`,
  ];
}
