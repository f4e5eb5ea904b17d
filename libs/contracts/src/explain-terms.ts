/** All bases of an input of the expected value. */
export const INPUT_BASES = ['stated', 'observed', 'list', 'derived', 'default', 'unknown'] as const;
/**
 * Basis of an input of the expected value: stated in the drop's definition (`stated`), read from a price source or a
 * prediction market within the last 24 hours (`observed`), taken from its published list (`list`), derived from other facts (`derived`), the default of the ruleset (`default`), or `unknown`.
 */
export type InputBasis = (typeof INPUT_BASES)[number];

/** All bases of an expected value. */
export const VALUE_BASES = ['forecast', 'realised', 'estimated'] as const;
/**
 * Basis of an expected value. `realised` and `estimated` are of payouts that have taken place, at a price observed on or after the
 * day of the token event: the quantiles are facts of a published list or of the rules (`realised`), or only the mean payout is
 * known and the spread over the wallets is that of other drops, within the known least and greatest amounts (`estimated`). All other
 * values are predictions (`forecast`).
 */
export type ValueBasis = (typeof VALUE_BASES)[number];

/** All allocation models of a drop. */
export const ALLOCATION_BASES = ['flat', 'tiered', 'points', 'capital', 'empirical', 'list', 'stated'] as const;
/**
 * Distribution of tokens among wallets: equal (`flat`), by tier (`tiered`), by points (`points`), by capital (`capital`), as
 * measured over the published lists of many drops (`empirical`), as in the published list of this drop (`list`), or by known
 * quantiles of the tokens per wallet (`stated`).
 */
export type AllocationBasis = (typeof ALLOCATION_BASES)[number];

/** Components of `rating.legit`, in the order of summation. */
export const EXPLAINED_LEGIT_COMPONENTS = ['team', 'audits', 'use', 'backers', 'progress', 'rules'] as const;
/** Component of `rating.legit`. */
export type ExplainedLegitComponentId = (typeof EXPLAINED_LEGIT_COMPONENTS)[number];

/** Findings that cap `rating.legit`. */
export const EXPLAINED_LEGIT_CAPS = [
  'asks_secrets',
  'phishing_listed',
  'contract_unverified',
  'single_unofficial_source',
  'unknown_team_no_audit',
  'loss_not_made_good',
  'team_convicted_or_charged',
  'abandoned',
] as const;
/** Finding that caps `rating.legit`. */
export type ExplainedLegitCapId = (typeof EXPLAINED_LEGIT_CAPS)[number];

/** Inputs of `rating.difficulty`, in the order of summation. */
export const EXPLAINED_DIFFICULTY_INPUTS = [
  'minutes',
  'capital_usd',
  'tasks',
  'identity',
  'recurring',
  'technical',
] as const;
/** Input of `rating.difficulty`. */
export type ExplainedDifficultyInputId = (typeof EXPLAINED_DIFFICULTY_INPUTS)[number];

/** Terms of `cost_usd`, in the order of summation. */
export const EXPLAINED_COST_TERMS = ['gas', 'fees', 'capital', 'subscriptions'] as const;
/** Term of `cost_usd`. */
export type ExplainedCostTermId = (typeof EXPLAINED_COST_TERMS)[number];
