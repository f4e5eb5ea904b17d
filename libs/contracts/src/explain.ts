import type { FactSource } from './calendar';
import type { DropStatus } from './drop';
import type { WalletType } from './eligibility';
import type {
  AllocationBasis,
  ExplainedCostTermId,
  ExplainedDifficultyInputId,
  ExplainedLegitCapId,
  ExplainedLegitComponentId,
  InputBasis,
} from './explain-terms';

/** What the inputs of the figures have in common. */
export interface ExplainedInput {
  /** Where the value comes from. */
  basis: InputBasis;
  /** Who says so; null where nobody was named, and for what nobody said. */
  source: FactSource | null;
  /** Paths of the `facts` that a `derived` value follows from, and that a `list` is put in relation to. */
  from: string[];
}

/** An input that is known as a lognormal range; equal ends for an exact figure, null while unknown. */
export interface ExplainedRange extends ExplainedInput {
  /** One outcome in ten is lower. @minimum 0 */
  p10: number | null;
  /** One outcome in ten is higher. @minimum 0 */
  p90: number | null;
}

/** An input that is one number; null while unknown. */
export interface ExplainedNumber extends ExplainedInput {
  /** In the unit that the input's name tells. @minimum 0 */
  value: number | null;
}

/** How single allocations spread around their mean. */
export interface ExplainedAllocation extends ExplainedInput {
  /** How the tokens are shared out. */
  value: AllocationBasis;
}

/** A published allocation list that takes the place of what was stated. */
export interface ExplainedList {
  /** 1 for the first list of the drop, one more with every load. @asType integer @minimum 1 */
  version: number;
  /** Distinct wallets. @asType integer @minimum 0 */
  wallets: number;
  /** Sum of all allocations in base units, an exact decimal string. @pattern ^[0-9]+$ */
  total: string;
  /** Base units of one token are 10 to this power; null while unknown. @asType integer @nullable @minimum 0 @maximum 255 */
  decimals: number | null;
  /** Of the list's file. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** Where the list was published. @format uri */
  url: string | null;
  /** When the service took the list in force. @format date-time */
  published_at: string;
}

/** How `ev_usd` came about: each quantile is probability * exp(mean + z * spread), z = 0 and -/+1.2815515655. */
export interface ExplainedExpectedValue {
  /** The middle: half of the outcomes are lower; null while unknown. @minimum 0 */
  p50: number | null;
  /** One outcome in ten is lower. @minimum 0 */
  p10: number | null;
  /** One outcome in ten is higher. @minimum 0 */
  p90: number | null;
  /** What the range is worked out from. */
  inputs: {
    /** Fully diluted value at launch, USD. */
    fdv_usd: ExplainedRange;
    /** Share of the total supply in this drop, 0 to 1. */
    supply_share: ExplainedRange;
    /** Wallets that get something. */
    eligible_wallets: ExplainedRange;
    /** How the tokens are shared out among them. */
    allocation: ExplainedAllocation;
    /** What is left of the payout after vesting, slippage and the like: above 0, at most 1. */
    haircut: ExplainedNumber;
    /** That the drop happens and pays, 0 to 1; 1 once a list is published. */
    probability: ExplainedNumber;
  };
  /** The payout of a typical wallet, if it comes: its logarithm is normal. Null with the value. */
  lognormal: {
    /** Of the natural logarithm of USD. */
    mean: number;
    /** Standard deviation of the same. @minimum 0 */
    spread: number;
  } | null;
  /** The list in force; null without one. */
  list: ExplainedList | null;
}

/** How `rating.reward` came about: 25 points for each power of ten of 1 + `net_usd`. */
export interface ExplainedReward {
  /** `rating.reward`; null while the expected value is unknown. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** `ev_usd.p50`. @minimum 0 */
  ev_p50_usd: number | null;
  /** `cost_usd`; while it is unknown nothing is taken off. @minimum 0 */
  cost_usd: number | null;
  /** What is left after cost, at least 0; null while the expected value is unknown. @minimum 0 */
  net_usd: number | null;
}

/** Evidence of one component of `rating.legit`. */
export interface ExplainedLegitComponent {
  /** What was looked at. */
  id: ExplainedLegitComponentId;
  /** Most that it can contribute; the six sum to 100. @minimum 0 @maximum 100 */
  points: number;
  /** False: nobody has looked; it counts one half. */
  known: boolean;
  /** How well it is shown, 0 to 1, before age; null while unknown. @minimum 0 @maximum 1 */
  score: number | null;
  /** Checked more than 180 days ago, or on a day that is not known: it counts half of its score. */
  stale: boolean;
  /** Points that it adds to the total. @minimum 0 @maximum 100 */
  contribution: number;
  /** Where the evidence is. @format uri */
  url: string | null;
  /** When it was last checked. @format date-time */
  checked_at: string | null;
}

/** A finding that applies, and what `rating.legit` can be at most because of it. */
export interface ExplainedLegitCap {
  /** What was found. */
  id: ExplainedLegitCapId;
  /** `rating.legit` is not above this. @asType integer @minimum 0 @maximum 100 */
  at_most: number;
}

/** How `rating.legit` came about: the total, not above the cap, rounded. */
export interface ExplainedLegit {
  /** `rating.legit`. @asType integer @minimum 0 @maximum 100 */
  score: number;
  /** Sum of all contributions. @minimum 0 @maximum 100 */
  total: number;
  /** The lowest of the caps; null where none applies. @asType integer @nullable @minimum 0 @maximum 100 */
  cap: number | null;
  /** All six, in the order in which they are summed. */
  components: ExplainedLegitComponent[];
  /** Those that apply. */
  caps: ExplainedLegitCap[];
}

/** One input of `rating.difficulty`. */
export interface ExplainedDifficultyInput {
  /** What was looked at. */
  id: ExplainedDifficultyInputId;
  /** Of the rating; the six sum to 1. @minimum 0 @maximum 1 */
  share: number;
  /** False: it counts one half of its share. */
  known: boolean;
  /** Minutes, USD and tasks are numbers, the others are true or false; null while unknown. */
  value: number | boolean | null;
  /** Points that it adds. @minimum 0 @maximum 100 */
  contribution: number;
  /** Who says so; null where nobody was named. */
  source: FactSource | null;
}

/** How `rating.difficulty` came about: the contributions, rounded. */
export interface ExplainedDifficulty {
  /** `rating.difficulty`. @asType integer @minimum 0 @maximum 100 */
  score: number;
  /** All six, in the order in which they are summed. */
  inputs: ExplainedDifficultyInput[];
}

/** One figure that a term of `cost_usd` is made of. */
export interface ExplainedCostInput {
  /** `gas_usd`, `fees_usd`, `capital_usd`, `days` or `subscriptions_usd`. */
  id: 'gas_usd' | 'fees_usd' | 'capital_usd' | 'days' | 'subscriptions_usd';
  /** USD or days; null while unknown. @minimum 0 */
  value: number | null;
  /** Who says so; null where nobody was named. */
  source: FactSource | null;
}

/** One term of `cost_usd`. */
export interface ExplainedCostTerm {
  /** What has to be paid, or bound. */
  id: ExplainedCostTermId;
  /** USD, not rounded; null while unknown, and then left out of the sum. @minimum 0 */
  usd: number | null;
  /** Of `capital` the amount that is bound and for how many days, at 5 % a year; else one. */
  inputs: ExplainedCostInput[];
}

/** How `cost_usd` came about: the known terms, rounded to cents. */
export interface ExplainedCost {
  /** Null when no term is known. @minimum 0 */
  usd: number | null;
  /** All four, in the order in which they are summed. */
  terms: ExplainedCostTerm[];
}

/** Something that is stated about the drop, and by whom. */
export interface ExplainedFact {
  /** What it is about: `token.symbol`. */
  path: string;
  /** What is stated, in the unit that `path` names. */
  value: string | number;
  /** Null where nobody was named. */
  source: FactSource | null;
}

/** A page of the project. */
export interface ExplainedLink {
  /** `site`, `docs`, … */
  name: string;
  /** Where it is. @format uri */
  url: string;
}

/** Answer of GET /v1/drops/{id}/explain: how the figures of a drop came about. */
export interface DropExplanation {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Display name of the drop. */
  name: string;
  /** True for a drop that is made up, to show the service with. */
  sample: boolean;
  /** The set of files that states the drop: `catalogue`, `sample`, an operator's own. */
  origin: string;
  /** Version of the rules that the figures are made by. */
  ruleset: string;
  /** Where the drop stands, and whether that was pinned: else its calendar says so. */
  status: {
    /** `upcoming`, `live` or `tge`. */
    value: DropStatus;
    /** Whether its definition says so, whatever the calendar does. */
    pinned: boolean;
    /** Who says so, where it is pinned; null where nobody was named. */
    source: FactSource | null;
  };
  /** Kinds of wallets that count for the drop; empty where none of those that can be checked does. */
  wallets: WalletType[];
  /** How `ev_usd` came about. */
  ev_usd: ExplainedExpectedValue;
  /** How the ratings came about, one by one. */
  rating: {
    /** How `rating.reward` came about. */
    reward: ExplainedReward;
    /** How `rating.legit` came about. */
    legit: ExplainedLegit;
    /** How `rating.difficulty` came about. */
    difficulty: ExplainedDifficulty;
  };
  /** How `cost_usd` came about. */
  cost_usd: ExplainedCost;
  /** What is stated about chain, token, snapshot, distribution and price, where it is. */
  facts: ExplainedFact[];
  /** Pages of the project, by name. */
  links: ExplainedLink[];
  /** For people: where sources disagree, what a figure leaves out. */
  notes: string | null;
  /** The instant up to which the answer is complete. @format date-time */
  as_of: string;
}
