import type { FactSource } from './calendar';
import type { OfficialDomain } from './domain';
import type { DropStatus } from './drop';
import type { ExplainedDropList, ExplainedList } from './explain-list';
import type {
  AllocationBasis,
  ExplainedCostTermId,
  ExplainedDifficultyInputId,
  ExplainedLegitCapId,
  ExplainedLegitComponentId,
  InputBasis,
  ValueBasis,
} from './explain-terms';
import type { ListGap } from './list-gap';
import type { WalletType } from './wallet';

/** Provenance of an input of the expected value. */
export interface ExplainedInput {
  /** Basis of the value. */
  basis: InputBasis;
  /** Source of the value. Null if no source is recorded or the value is unknown. */
  source: FactSource | null;
  /** Paths of the `facts` that a `derived` value is computed from, or that another value is related to. */
  from: string[];
}

/** Input known as a lognormal range. Both ends are equal for an exact figure and null while unknown. */
export interface ExplainedRange extends ExplainedInput {
  /** 10th percentile: one outcome in ten is lower. @minimum 0 */
  p10: number | null;
  /** 90th percentile: one outcome in ten is higher. @minimum 0 */
  p90: number | null;
}

/** Input known as a single number. */
export interface ExplainedNumber extends ExplainedInput {
  /** Value in the unit given by the name of the input. Null while unknown. @minimum 0 */
  value: number | null;
}

/**
 * Distribution of tokens among the eligible wallets. `from` has the paths of the known amounts per wallet, which no quantile
 * contradicts.
 */
export interface ExplainedAllocation extends ExplainedInput {
  /** Model of the distribution. */
  value: AllocationBasis;
}

/** Derivation of `ev_usd`. */
export interface ExplainedExpectedValue {
  /** Basis of the value: `realised` or `estimated` for the payout of a drop that has taken place, `forecast` for all others. Null while unknown. */
  basis: ValueBasis | null;
  /** Median outcome. Null while unknown. @minimum 0 */
  p50: number | null;
  /** 10th percentile: one outcome in ten is lower. @minimum 0 */
  p10: number | null;
  /** 90th percentile: one outcome in ten is higher. @minimum 0 */
  p90: number | null;
  /** Inputs of the computation. */
  inputs: {
    /** Fully diluted value at launch, in USD. */
    fdv_usd: ExplainedRange;
    /** Share of the total supply that this drop distributes, 0 to 1. */
    supply_share: ExplainedRange;
    /** Number of eligible wallets. */
    eligible_wallets: ExplainedRange;
    /** Distribution of the tokens among the eligible wallets. */
    allocation: ExplainedAllocation;
    /** Share of the payout that remains after vesting, slippage and similar losses: above 0, at most 1. */
    haircut: ExplainedNumber;
    /** Probability that the drop happens and pays out, 0 to 1; 1 once a list is published. */
    probability: ExplainedNumber;
    /** Value of all tokens of the published list at the price of the token, in USD. Replaces the product of `fdv_usd` and `supply_share`, which are then null, while the total supply is unknown; null otherwise. */
    tokens_usd: ExplainedRange;
  };
  /** Lognormal distribution of a typical wallet's payout, provided that the drop pays out: each quantile is probability * exp(mean + z * spread), with z = 0 for p50 and -/+1.2815515655 for p10 and p90. Null while the expected value is unknown, and if its allocations are not lognormal: `empirical`, `stated`, `list` since ruleset 2026.3, or within known amounts per wallet. */
  lognormal: {
    /** Mean of the natural logarithm of the payout in USD. */
    mean: number;
    /** Standard deviation of the natural logarithm of the payout in USD. @minimum 0 */
    spread: number;
  } | null;
  /** Active unnamed allocation list, the only one of `lists` that the value is derived from. Null if there is none, and until the value is derived from it, usually for some seconds. */
  list: ExplainedList | null;
}

/** Hype of the drop. `GET /v1/drops/{id}/hype` returns its derivation, signal by signal. */
export interface ExplainedHype {
  /** `hype_score`. Null if nothing was measured. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** Share of the total weight that rests on readings, discounted by their age. 0 if nothing was measured. @minimum 0 @maximum 1 */
  confidence: number;
  /** Attention compared with the usual level of the drop, which is 0. Null if no signal has momentum, and in rulesets 2026.1 and 2026.2. @asType integer @nullable @minimum -100 @maximum 100 */
  momentum: number | null;
  /** `hype_delta_7d`. Null without a score, and without a measured one 7 days ago. @asType integer @nullable @minimum -100 @maximum 100 */
  delta_7d: number | null;
  /** Version of the scoring rules that computed the score. */
  ruleset: string;
}

/** Derivation of `rating.reward`: 25 points per power of ten of 1 + `net_usd`. */
export interface ExplainedReward {
  /** `rating.reward`. Null while the expected value is unknown. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** `ev_usd.p50`. @minimum 0 */
  ev_p50_usd: number | null;
  /** `cost_usd`. While unknown, no cost is subtracted. @minimum 0 */
  cost_usd: number | null;
  /** Median expected value minus cost, at least 0. Null while the expected value is unknown. @minimum 0 */
  net_usd: number | null;
}

/** Score and evidence of one component of `rating.legit`. */
export interface ExplainedLegitComponent {
  /** Id of the component. */
  id: ExplainedLegitComponentId;
  /** Maximum contribution in points. The six components sum to 100. @minimum 0 @maximum 100 */
  points: number;
  /** False if the component has not been assessed; in a rating, it then counts a quarter of its points (half by rulesets before 2026.4). */
  known: boolean;
  /** Strength of the evidence, 0 to 1, before the reduction for age. Null while unknown. @minimum 0 @maximum 1 */
  score: number | null;
  /** True if the evidence was last checked more than 180 days ago or at an unknown time. Its lead over an unknown component then halves every 180 days (once, without a time); by rulesets before 2026.4, its score counts half. */
  stale: boolean;
  /** Points added to the total. Null without a rating. @minimum 0 @maximum 100 */
  contribution: number | null;
  /** URL of the evidence. @format uri */
  url: string | null;
  /** Time at which the evidence was last checked. @format date-time */
  checked_at: string | null;
  /** Finding at `url` at that time. Null if none is recorded. */
  note: string | null;
}

/** Finding that caps `rating.legit`. */
export interface ExplainedLegitCap {
  /** Id of the finding. */
  id: ExplainedLegitCapId;
  /** Maximum of `rating.legit` due to this finding. @asType integer @minimum 0 @maximum 100 */
  at_most: number;
  /** Page that states the finding. Null if none is recorded. @format uri */
  url: string | null;
  /** Day of the fact. Null if none is recorded. @format date-time */
  at: string | null;
  /** Statement of the page. Null if none is recorded. */
  note: string | null;
}

/** Derivation of `rating.legit`: the smaller of total and cap, rounded. Null without evidence: no known component and no cap. */
export interface ExplainedLegit {
  /** `rating.legit`. Null without evidence. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** Share of the points whose components are known. @minimum 0 @maximum 1 */
  known_share: number;
  /** Sum of all contributions. Null without evidence. @minimum 0 @maximum 100 */
  total: number | null;
  /** Lowest applicable cap. Null if none applies. @asType integer @nullable @minimum 0 @maximum 100 */
  cap: number | null;
  /** All six components, in the order of summation. */
  components: ExplainedLegitComponent[];
  /** Caps that apply. */
  caps: ExplainedLegitCap[];
}

/** Value and contribution of one input of `rating.difficulty`. */
export interface ExplainedDifficultyInput {
  /** Id of the input. */
  id: ExplainedDifficultyInputId;
  /** Share of the rating, 0 to 1. The shares of the six inputs sum to 1. @minimum 0 @maximum 1 */
  share: number;
  /** False if the input is unknown; in a rating, it then counts half of its share. */
  known: boolean;
  /** Value of the input: a number for `minutes`, `capital_usd` and `tasks`, a boolean for all others. Null while unknown. */
  value: number | boolean | null;
  /** Points added to the rating. Null without a rating. @minimum 0 @maximum 100 */
  contribution: number | null;
  /** Source of the value. Null if no source is recorded. */
  source: FactSource | null;
}

/** Derivation of `rating.difficulty`: the sum of the contributions, rounded. Null while no input is known. */
export interface ExplainedDifficulty {
  /** `rating.difficulty`. Null while no input is known. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** Share of the rating whose inputs are known. @minimum 0 @maximum 1 */
  known_share: number;
  /** All six inputs, in the order of summation. */
  inputs: ExplainedDifficultyInput[];
}

/** One figure of a term of `cost_usd`. */
export interface ExplainedCostInput {
  /** Id of the figure. */
  id: 'gas_usd' | 'fees_usd' | 'capital_usd' | 'days' | 'subscriptions_usd';
  /** Value in USD, or in days for `days`. Null while unknown. @minimum 0 */
  value: number | null;
  /** Source of the value. Null if no source is recorded. */
  source: FactSource | null;
}

/** One term of `cost_usd`. */
export interface ExplainedCostTerm {
  /** Id of the term. */
  id: ExplainedCostTermId;
  /** Amount in USD, not rounded. Null while unknown; unknown terms are omitted from the sum. @minimum 0 */
  usd: number | null;
  /** Figures of the term: for `capital`, the locked amount and the number of days, charged at 5 % per year; otherwise a single figure. */
  inputs: ExplainedCostInput[];
}

/** Derivation of `cost_usd`: the sum of the known terms, rounded to cents. */
export interface ExplainedCost {
  /** `cost_usd`. Null if no term is known. @minimum 0 */
  usd: number | null;
  /** All four terms, in the order of summation. */
  terms: ExplainedCostTerm[];
}

/** Fact stated about the drop, with its source. */
export interface ExplainedFact {
  /** Path of the fact, such as `token.symbol`. */
  path: string;
  /** Stated value, in the unit given by `path`. */
  value: string | number;
  /** Source of the fact. Null if no source is recorded. */
  source: FactSource | null;
}

/** Link to a page of the project. */
export interface ExplainedLink {
  /** Name of the link, such as `site` or `docs`. */
  name: string;
  /** URL of the page. @format uri */
  url: string;
}

/** Response of GET /v1/drops/{id}/explain: derivation of the figures of a drop. */
export interface DropExplanation {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Display name of the drop. */
  name: string;
  /** True for fictional sample data. */
  sample: boolean;
  /** Catalogue that defines the drop: `catalogue`, `sample`, or the name of an operator's own catalogue. */
  origin: string;
  /** Version of the scoring rules that computed the figures. */
  ruleset: string;
  /** Status of the drop and its origin: pinned in the definition, or derived from the calendar. */
  status: {
    /** Status of the drop. */
    value: DropStatus;
    /** True if the drop's definition pins the status, regardless of the calendar. */
    pinned: boolean;
    /** Source of a pinned status. Null if not pinned or if no source is recorded. */
    source: FactSource | null;
  };
  /** Wallet types that the drop accepts. Empty if it accepts none that this service can check. */
  wallets: WalletType[];
  /** Hype of the drop. */
  hype: ExplainedHype;
  /** Derivation of `ev_usd`. */
  ev_usd: ExplainedExpectedValue;
  /** Derivation of each rating. */
  rating: {
    /** Derivation of `rating.reward`. */
    reward: ExplainedReward;
    /** Derivation of `rating.legit`. */
    legit: ExplainedLegit;
    /** Derivation of `rating.difficulty`. */
    difficulty: ExplainedDifficulty;
  };
  /** Derivation of `cost_usd`. */
  cost_usd: ExplainedCost;
  /**
   * Active allocation lists, the unnamed one first, then by name. Empty if there is none. A wallet can be in several, so
   * their numbers of wallets do not add up.
   */
  lists: ExplainedDropList[];
  /**
   * Reason for which a wallet in none of the lists is not answered with `ineligible`. Null if the lists are all, as far as
   * is known.
   */
  lists_gap: ListGap | null;
  /** Facts stated about chain, token, snapshot and distribution, and the stated or observed price of the token. */
  facts: ExplainedFact[];
  /** Links to pages of the project, each on an official domain or on a known platform such as GitHub. */
  links: ExplainedLink[];
  /** Official domains of the drop. All hosts below them are official as well. */
  official_domains: OfficialDomain[];
  /** Editorial notes, such as contradictions between sources or omissions of a figure. */
  notes: string | null;
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}
