import type { ClaimDefinition, DropDefinition, EventDefinition, Fact } from '@droptrack/catalogue';
import type { CandidateView, KnownDrop } from './candidate';
import { notesOf } from './draft-notes';
import { DeclaredFacts } from './declared-facts';
import { impersonationOf } from './impersonation';

export interface DraftOptions {
  /** Id of the drop, see {@link proposeDropId}. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Drops of the catalogue, for the check for impersonation. */
  readonly known: readonly KnownDrop[];
}

/** Chain of a drop of which no sighting states one: a definition requires it. */
const UNKNOWN_CHAIN: Fact<string> = { value: 'unknown', source: null };

/**
 * Definition of the drop of a candidate, with only the facts that its sightings state, each with its source. It is the
 * proposal that an operator reviews.
 *
 * Of several sources, a campaign on its chain comes first, then curated ones. A fact has no source if the sighting has no
 * page, such as a campaign on a chain without a known explorer. A candidate that imitates a known drop gets the cap for
 * phishing. Values of markets other than a probability are not copied, because they change daily.
 */
export function draftDefinition(view: CandidateView, { id, nowMs, known }: DraftOptions): DropDefinition {
  const declared = new DeclaredFacts(view.sightings);
  const impersonation = impersonationOf(view, known);
  const claim = claimOf(declared);
  return {
    id,
    name: view.name,
    chain: declared.fact(({ facts }) => facts.chain) ?? UNKNOWN_CHAIN,
    token: {
      symbol: declared.fact(({ facts }) => (facts.symbol !== null && /\s/.test(facts.symbol) ? null : facts.symbol)),
      decimals: declared.fact(({ facts }) => facts.decimals),
      address: declared.fact(({ identity }) => identity.token),
    },
    wallets: claim === null ? null : ['evm'],
    status: null,
    snapshot: { block: null, date: null },
    distribution: {
      tokens: declared.fact(({ facts }) => facts.tokens),
      wallets: declared.fact(({ facts }) => facts.wallets),
      totalSupply: null,
    },
    // As in definitions that are read from files.
    ...(claim !== null && { claim }),
    links: linksOf(declared),
    sources: queriesOf(declared),
    events: claimWindowOf(declared),
    value: {
      fdvUsd: null,
      supplyShare: null,
      eligibleWallets: null,
      allocation: null,
      haircut: null,
      probability: declared.fact(({ facts }) => facts.probability),
      priceUsd: null,
    },
    cost: { gasUsd: null, feesUsd: null, capitalUsd: null, days: null, subscriptionsUsd: null },
    effort: { minutes: null, tasks: null, identity: null, recurring: null, technical: null },
    legit: {},
    caps: impersonation === null ? [] : ['phishing_listed'],
    notes: notesOf(view, declared, impersonation, nowMs),
  };
}

function claimOf({ campaign }: DeclaredFacts): ClaimDefinition | null {
  if (campaign === null) return null;
  const { rpc, chainId, contract, claimCheck } = campaign.value;
  return { rpc, contract: `eip155:${chainId}:${contract}`, check: claimCheck, source: campaign.source };
}

/** Pages of the sightings by their sources, and the site of the project. */
function linksOf(declared: DeclaredFacts): Record<string, string> {
  const site = declared.fact(({ facts }) => facts.site);
  const pages = declared.inOrder.flatMap(({ source, sighting: { url } }) => {
    const name = source === 'evm-campaigns' ? 'contract' : source.replaceAll('-', '_');
    return url === null ? [] : [[name, url] as const];
  });
  // The first page of a source stays.
  return { ...(site !== null && { site: site.value }), ...Object.fromEntries(pages.reverse()) };
}

/** Queries for signals that follow from the identity. */
function queriesOf(declared: DeclaredFacts): Record<string, unknown> {
  const slug = declared.fact(({ identity }) => identity.defillama);
  const isQuery = slug !== null && slug.value.length <= 100 && /^[^/?#\\]+$/.test(slug.value);
  return isQuery ? { defillama: slug.value } : {};
}

/** Claim window: confirmed by a contract, tentative by another source; none without a start. */
function claimWindowOf(declared: DeclaredFacts): EventDefinition[] {
  const window = declared.fact(({ facts: { startsAt, endsAt } }) => (startsAt === null ? null : { startsAt, endsAt }));
  if (window === null) return [];
  const startsAt = `${window.value.startsAt.slice(0, 19)}.000Z`;
  return [
    {
      key: 'claim',
      type: 'claim',
      title: 'Claim window',
      startsAt,
      endsAt: window.value.endsAt,
      precision: startsAt.endsWith(':00.000Z') ? 'minute' : 'second',
      status: declared.campaign === null ? 'tentative' : 'confirmed',
      block: null,
      phase: null,
      url: null,
      source: window.source,
    },
  ];
}
