/**
 * Where an input of the expected value comes from: said in the drop's definition, taken from its published list, worked
 * out from other facts, the ruleset's own where nobody said, or nowhere.
 */
export const INPUT_BASES = ['stated', 'list', 'derived', 'default', 'unknown'] as const;
/** Where an input comes from. */
export type InputBasis = (typeof INPUT_BASES)[number];

/** How a drop's tokens are shared out, where no list is published; `list`: as the published list shares them. */
export const ALLOCATION_BASES = ['flat', 'tiered', 'points', 'capital', 'list'] as const;
/** How tokens are shared out. */
export type AllocationBasis = (typeof ALLOCATION_BASES)[number];

/** What `rating.legit` is made of, in the order in which it is summed. */
export const EXPLAINED_LEGIT_COMPONENTS = ['team', 'audits', 'use', 'backers', 'progress', 'rules'] as const;
/** A component of `rating.legit`. */
export type ExplainedLegitComponentId = (typeof EXPLAINED_LEGIT_COMPONENTS)[number];

/** Findings that bound `rating.legit` from above. */
export const EXPLAINED_LEGIT_CAPS = [
  'asks_secrets',
  'phishing_listed',
  'contract_unverified',
  'single_unofficial_source',
  'unknown_team_no_audit',
] as const;
/** A finding that bounds `rating.legit`. */
export type ExplainedLegitCapId = (typeof EXPLAINED_LEGIT_CAPS)[number];

/** What `rating.difficulty` is made of, in the order in which it is summed. */
export const EXPLAINED_DIFFICULTY_INPUTS = [
  'minutes',
  'capital_usd',
  'tasks',
  'identity',
  'recurring',
  'technical',
] as const;
/** An input of `rating.difficulty`. */
export type ExplainedDifficultyInputId = (typeof EXPLAINED_DIFFICULTY_INPUTS)[number];

/** What `cost_usd` is made of, in the order in which it is summed. */
export const EXPLAINED_COST_TERMS = ['gas', 'fees', 'capital', 'subscriptions'] as const;
/** A term of `cost_usd`. */
export type ExplainedCostTermId = (typeof EXPLAINED_COST_TERMS)[number];
