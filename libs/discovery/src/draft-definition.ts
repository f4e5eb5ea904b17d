import type { DropDefinition } from '@droptrack/catalogue';
import type { CandidateView, KnownDrop } from './candidate';

export interface DraftOptions {
  /** Id of the drop, see {@link proposeDropId}. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Drops of the catalogue, for the check for impersonation. */
  readonly known: readonly KnownDrop[];
}

/**
 * Definition of the drop of a candidate, with only the facts that its sightings state, each with its source.
 *
 * The chain is the exception that a definition requires: `unknown` without a source if no sighting states it.
 */
export function draftDefinition({ name }: CandidateView, { id }: DraftOptions): DropDefinition {
  return {
    id,
    name,
    chain: { value: 'unknown', source: null },
    token: { symbol: null, decimals: null, address: null },
    wallets: null,
    status: null,
    snapshot: { block: null, date: null },
    distribution: { tokens: null, wallets: null, totalSupply: null },
    claim: null,
    links: {},
    sources: {},
    events: [],
    value: {
      fdvUsd: null,
      supplyShare: null,
      eligibleWallets: null,
      allocation: null,
      haircut: null,
      probability: null,
      priceUsd: null,
    },
    cost: { gasUsd: null, feesUsd: null, capitalUsd: null, days: null, subscriptionsUsd: null },
    effort: { minutes: null, tasks: null, identity: null, recurring: null, technical: null },
    legit: {},
    caps: [],
    notes: null,
  };
}
