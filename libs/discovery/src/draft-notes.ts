import type { CandidateView } from './candidate';
import type { Impersonation } from './impersonation';
import { claimTypeOf } from './claim-type';
import type { CampaignClaimType, SightingFacts } from './sighting';
import type { DeclaredFacts } from './declared-facts';

/** Facts of which a difference between sources is noted. */
const COMPARED = [
  ['wallets', 'wallets'],
  ['tokens', 'tokens'],
  ['startsAt', 'as the start of the claim window'],
  ['endsAt', 'as its end'],
] as const satisfies readonly (readonly [keyof SightingFacts, string])[];

/** Remarks for readers of a draft, without texts of strangers: its origin, doubts, and differences between its sources. */
export function notesOf(
  { sightings, list }: CandidateView,
  declared: DeclaredFacts,
  impersonation: Impersonation | null,
  nowMs: number,
): string {
  const sources = [...new Set(sightings.map(({ source }) => source))];
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const notes = [
    `Drafted on ${day} from what ${sources.join(', ')} reported.`,
    impersonation === null ? null : `The token may pose as another one: it resembles the drop ${impersonation.dropId}.`,
    declared.campaign === null ? null : campaignNote(declared),
    CLAIM_NOTES[claimTypeOf(sightings) ?? 'default'],
    list === null || declared.campaign === null ? null : listNote(list.state),
    ...COMPARED.map(([member, name]) => differenceNote(declared, member, name)),
    launchNote(declared),
  ];
  return notes.filter((note) => note !== null).join(' ');
}

/** A campaign without a page has facts without a source, which are from its contract. */
function campaignNote({ campaign }: DeclaredFacts): string | null {
  if (campaign === null || campaign.source !== null) return null;
  const { chainId, contract } = campaign.value;
  return `Facts without a source are from the contract eip155:${chainId}:${contract}.`;
}

/** Ways to claim that differ from a plain claim. */
const CLAIM_NOTES: Readonly<Record<CampaignClaimType, string | null>> = {
  default: null,
  attest: 'A claim needs a signature of the attestor of the campaign; without it the contract rejects the claim.',
  execute: 'A claim passes the tokens to a contract that the campaign names; holders do not receive them.',
  other: 'The contract has a way to claim that is not known; a plain claim may be rejected.',
};

const listNote = (state: string): string =>
  state === 'verified' || state === 'loaded'
    ? 'The published list has the root of the contract.'
    : 'The list of the contract is not verified.';

function differenceNote(declared: DeclaredFacts, member: (typeof COMPARED)[number][0], name: string): string | null {
  const values = [...new Set(declared.each(({ facts }) => facts[member]).map(({ value }) => String(value)))];
  return values.length < 2 ? null : `Sources differ: they state ${values.join(' and ')} ${name}.`;
}

function launchNote(declared: DeclaredFacts): string | null {
  const launch = declared.fact(({ facts }) => facts.launchBy);
  return launch === null ? null : `A launch is expected by ${launch.value.slice(0, 10)}.`;
}
