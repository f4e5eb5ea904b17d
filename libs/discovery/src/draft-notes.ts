import type { CandidateView } from './candidate';
import type { Impersonation } from './impersonation';
import type { SightingFacts } from './sighting';
import type { StatedFacts } from './stated-facts';

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
  stated: StatedFacts,
  impersonation: Impersonation | null,
  nowMs: number,
): string {
  const sources = [...new Set(sightings.map(({ source }) => source))];
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const notes = [
    `Drafted on ${day} from what ${sources.join(', ')} reported.`,
    impersonation === null ? null : `The token may pose as another one: it resembles the drop ${impersonation.dropId}.`,
    stated.campaign === null ? null : campaignNote(stated),
    list === null || stated.campaign === null ? null : listNote(list.state),
    ...COMPARED.map(([member, name]) => differenceNote(stated, member, name)),
    launchNote(stated),
  ];
  return notes.filter((note) => note !== null).join(' ');
}

/** A campaign without a page has facts without a source, which are from its contract. */
function campaignNote({ campaign }: StatedFacts): string | null {
  if (campaign === null || campaign.source !== null) return null;
  const { chainId, contract } = campaign.value;
  return `Facts without a source are from the contract eip155:${chainId}:${contract}.`;
}

const listNote = (state: string): string =>
  state === 'verified' || state === 'loaded'
    ? 'The published list has the root of the contract.'
    : 'The list of the contract is not verified.';

function differenceNote(stated: StatedFacts, member: (typeof COMPARED)[number][0], name: string): string | null {
  const values = [...new Set(stated.each(({ facts }) => facts[member]).map(({ value }) => String(value)))];
  return values.length < 2 ? null : `Sources differ: they state ${values.join(' and ')} ${name}.`;
}

function launchNote(stated: StatedFacts): string | null {
  const launch = stated.fact(({ facts }) => facts.launchBy);
  return launch === null ? null : `A launch is expected by ${launch.value.slice(0, 10)}.`;
}
