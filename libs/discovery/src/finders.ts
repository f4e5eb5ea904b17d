/**
 * Sources of drops, as stored with their sightings, with the kind of the facts that they state: of a chain, of a curated
 * collection, or texts that are open to any author.
 */
const FACTS = {
  'evm-campaigns': 'onchain',
  polymarket: 'reported',
  defillama: 'dataset',
  merkl: 'dataset',
  snapshot: 'reported',
  discourse: 'reported',
  'rotki-index': 'dataset',
} as const;

export type FinderId = keyof typeof FACTS;
export const FINDER_IDS = Object.keys(FACTS) as readonly FinderId[];

/** Kind of the facts that a source of drops states. */
export const factsOf = (id: FinderId): (typeof FACTS)[FinderId] => FACTS[id];

/** Rank of the trust in facts, from 0 on: the chain, then curated collections, then open texts; those above first. */
export const rankOfFacts = (id: FinderId): number => rank(id, ['onchain', 'dataset', 'reported']);

/** The same of names. Those of a chain come last, as any deployer chooses one. */
export const rankOfName = (id: FinderId): number => rank(id, ['dataset', 'reported', 'onchain']);

const rank = (id: FinderId, kinds: readonly (typeof FACTS)[FinderId][]): number =>
  kinds.indexOf(FACTS[id]) * FINDER_IDS.length + FINDER_IDS.indexOf(id);
