import {
  type CalendarEventStatus,
  type CalendarEventType,
  type CalendarPrecision,
  type DistributionMethod,
  type DropChecker,
  type DropStatus,
  EXPLAINED_LEGIT_CAPS,
  EXPLAINED_LEGIT_COMPONENTS,
  type ExplainedLegitCapId,
  type ExplainedLegitComponentId,
  type OfficialDomain,
  type SourceKind,
  WALLET_TYPES,
  type WalletType,
} from '@droptrack/contracts';
import type { KnownAmountName } from '@droptrack/scoring';

/** Source of a declared fact. */
export interface Provenance {
  readonly kind: SourceKind;
  /** Null for `memory`, and for the events of a contract. */
  readonly url: string | null;
  /** ISO date (`2026-08-01`) of the statement. */
  readonly at: string | null;
  /** Instant of an observed value, RFC 3339 UTC with milliseconds; absent for declared ones. */
  readonly observedAt?: string;
}

/** Declared value; `source` is null without a named source. */
export interface Fact<T> {
  readonly value: T;
  readonly source: Provenance | null;
}

/** Wallet families that a drop can accept. */
export const WALLET_FAMILIES = WALLET_TYPES;
export type WalletFamily = WalletType;

/** Kind of allocation, which determines the spread of single allocations (docs/scoring.md, Expected value). */
export const ALLOCATION_KINDS = ['flat', 'tiered', 'points', 'capital'] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/** Components of `legit` (docs/scoring.md, Legitimacy). */
export const LEGIT_COMPONENTS = EXPLAINED_LEGIT_COMPONENTS;
export type LegitComponent = ExplainedLegitComponentId;

/** Findings that limit `legit` (docs/scoring.md, Legitimacy). */
export const LEGIT_CAPS = EXPLAINED_LEGIT_CAPS;
export type LegitCap = ExplainedLegitCapId;

/** Negative findings: facts about the past of a project, each of which a file states with its page and day. */
export const NEGATIVE_FINDINGS: readonly LegitCap[] = ['loss_not_made_good', 'team_convicted_or_charged', 'abandoned'];

/** Finding with its page. */
export interface LegitFact {
  readonly finding: LegitCap;
  readonly url: string;
  /** ISO date of the fact. */
  readonly at: string;
  /** Statement of the page, one line; absent without one. */
  readonly note?: string;
}

/** Finding that limits `legit`: the word alone, or with its page. */
export type LegitCapDefinition = LegitCap | LegitFact;

/** Finding of a cap, in both forms. */
export const findingOf = (cap: LegitCapDefinition): LegitCap => (typeof cap === 'string' ? cap : cap.finding);

/** 10th and 90th percentile of a lognormal distribution; equal for a known value. */
export type Range = readonly [p10: number, p90: number];

/**
 * Whole tokens per eligible wallet, exact decimal strings above 0: the least, quantiles over the wallets and the greatest. Unknown
 * ones are absent, at least one is known, and none is below the one before it.
 */
export type TokensPerWallet = Readonly<Partial<Record<KnownAmountName, string>>>;

/** Declared calendar event of a drop. */
export interface EventDefinition {
  /** Unique within the drop and never reused, so that a rescheduled event keeps its identity. */
  readonly key: string;
  readonly type: CalendarEventType;
  readonly title: string;
  /** RFC 3339 UTC with milliseconds; start of the period that `precision` names. */
  readonly startsAt: string;
  /** Exclusive end of a window. */
  readonly endsAt: string | null;
  readonly precision: CalendarPrecision;
  /** Never `occurred`, which is derived from the clock. */
  readonly status: Exclude<CalendarEventStatus, 'occurred'>;
  readonly block: number | null;
  readonly phase: string | null;
  readonly url: string | null;
  readonly source: Provenance | null;
}

/** Inputs of the expected value (docs/scoring.md, Expected value). */
export interface ValueDefinition {
  readonly fdvUsd: Fact<Range> | null;
  /** Share of the total supply in this drop, 0 to 1. */
  readonly supplyShare: Fact<Range> | null;
  readonly eligibleWallets: Fact<Range> | null;
  readonly allocation: Fact<AllocationKind> | null;
  /** Factor on the payout for vesting, slippage and the like; above 0, at most 1. */
  readonly haircut: Fact<number> | null;
  /** Probability that the drop happens and pays, 0 to 1. */
  readonly probability: Fact<number> | null;
  readonly priceUsd: Fact<number> | null;
  /** Known amounts; absent while none is, and in definitions that predate the member. */
  readonly tokensPerWallet?: Fact<TokensPerWallet>;
}

/** Inputs of the cost of participation (docs/scoring.md, Reward). */
export interface CostDefinition {
  readonly gasUsd: Fact<number> | null;
  readonly feesUsd: Fact<number> | null;
  readonly capitalUsd: Fact<number> | null;
  readonly days: Fact<number> | null;
  readonly subscriptionsUsd: Fact<number> | null;
}

/** Inputs of the difficulty (docs/scoring.md, Difficulty). */
export interface EffortDefinition {
  readonly minutes: Fact<number> | null;
  readonly tasks: Fact<number> | null;
  readonly identity: Fact<boolean> | null;
  readonly recurring: Fact<boolean> | null;
  readonly technical: Fact<boolean> | null;
}

/** Evidence for one component of `legit`. */
export interface LegitEvidence {
  /** 0 (none) to 1 (beyond doubt). */
  readonly score: number;
  readonly url: string | null;
  /** ISO date of the last check. */
  readonly checkedAt: string | null;
  /** Finding at the URL on that day, one line; absent without one. */
  readonly note?: string;
}

/** Distributed amount and number of wallets, known once a list is published, and the way in which the tokens reach them. */
export interface DistributionDefinition {
  /** Whole tokens, an exact decimal string. */
  readonly tokens: Fact<string> | null;
  readonly wallets: Fact<number> | null;
  /** Whole tokens, an exact decimal string. */
  readonly totalSupply: Fact<string> | null;
  /** Whole tokens that reached wallets, an exact decimal string; absent while unknown, and in definitions that predate the member. */
  readonly claimed?: Fact<string>;
  /** Absent while unknown, also in definitions that predate the member. */
  readonly method?: Fact<DistributionMethod>;
  /** Absent while unknown, also in definitions that predate the member. */
  readonly checker?: Fact<DropChecker>;
}

/** Observed outcome of a past drop: daily prices of its token, by the day of the price, and how much was claimed. */
export interface OutcomeDefinition {
  /** Time from which wallets could have the tokens, RFC 3339 UTC with milliseconds: that of {@link payoutOpensAt}. */
  readonly openedAt: string;
  /** Price on the day of `openedAt`, in UTC. */
  readonly openingUsd: Fact<number> | null;
  /** Prices so many days after that day. */
  readonly day1Usd: Fact<number> | null;
  readonly day7Usd: Fact<number> | null;
  readonly day30Usd: Fact<number> | null;
  readonly day90Usd: Fact<number> | null;
  /** Highest price since then. */
  readonly highUsd: Fact<number> | null;
  /** Share of the tokens of the drop that was claimed, 0 to 1. */
  readonly claimedShare: Fact<number> | null;
}

/** Meanings that a result has only where they are declared: 0 or 1 instead of a bool, and the part not yet claimed. */
export const CLAIM_STYLES = ['flag', 'remaining'] as const;
export type ClaimStyle = (typeof CLAIM_STYLES)[number];

/** On-chain query for the claim state of a wallet. */
export interface ClaimDefinition {
  /** Name of the chain in the configuration of RPC URLs. */
  readonly rpc: string;
  /**
   * Distributor contract: CAIP-10, such as `eip155:59144:0x…`, the address in EIP-55 mixed case; on Solana the program,
   * such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:mERK…`.
   */
  readonly contract: string;
  /**
   * Signature of the view function that returns the claim state, such as `isClaimed(uint256 index) returns (bool)`; for a
   * Solana program the name of its claim accounts, such as `jito`.
   *
   * Without `args`, an address parameter is the wallet, and integer parameters are named `index` or `amount`. Without
   * `style`, a returned bool is the state and a returned integer the claimed amount in base units. Absent for a contract
   * without a known call: it is named, and no claim is read from it.
   */
  readonly check?: string;
  /** Arguments in the order of the parameters: the name of a value of the wallet, such as `wallet`, or a constant. */
  readonly args?: readonly string[];
  /** Name of the value that is read, for a function that returns several. */
  readonly result?: string;
  readonly style?: ClaimStyle;
  /** With `remaining`: block in which every allocation was set and nothing claimed. Without it, 0 is no claim state. */
  readonly since?: number;
  /** Base58 address of the distributor account of a Solana program. */
  readonly distributor?: string;
  /** Family of the contract, such as `uniswap`, for one that was declared by its style. */
  readonly distributorStyle?: string;
  /** First block that may have a claim; absent: that of the contract. */
  readonly fromBlock?: number;
  /** Hash of the code of the contract (`libs/claim-calls`), 0x and 64 hex digits in lower case. No call to a proxy is prepared without. */
  readonly codeHash?: string;
  /** Root of the contract as published, 0x and 64 hex digits in lower case; absent if no page states it. */
  readonly root?: Fact<string>;
  readonly source: Provenance | null;
}

/** Definition of a drop as declared by the operator. It contains inputs, not derived values. */
export interface DropDefinition {
  readonly id: string;
  readonly name: string;
  readonly chain: Fact<string>;
  readonly token: {
    readonly symbol: Fact<string> | null;
    readonly decimals: Fact<number> | null;
    /** CAIP-19, such as `eip155:59144/erc20:0x…`. */
    readonly address: Fact<string> | null;
  };
  /** Null: derived from the chain. */
  readonly wallets: readonly WalletFamily[] | null;
  /** True if its lists contain contracts of L1 under their aliases on L2; absent for other drops. */
  readonly l1Aliases?: true;
  /** Pinned status; null: derived from the calendar. */
  readonly status: Fact<DropStatus> | null;
  readonly snapshot: {
    readonly block: Fact<number> | null;
    /** RFC 3339 UTC with milliseconds. */
    readonly date: Fact<string> | null;
  };
  readonly distribution: DistributionDefinition;
  /** Claims of the unnamed list. Null or absent without an on-chain query; absent in definitions that predate the member. */
  readonly claim?: ClaimDefinition | null;
  /** Claims of named lists, by name; absent without any. Read through {@link claimOf}. */
  readonly listClaims?: Readonly<Record<string, ClaimDefinition>>;
  /** Pages of the project by name (`site`, `docs`, …). */
  readonly links: Readonly<Record<string, string>>;
  /** Domains beside those of the links to pages of the project; absent without any. Read through `officialDomainsOf`. */
  readonly officialDomains?: readonly OfficialDomain[];
  /** Queries by signal source; `false`: the signals of the source do not apply to the drop. */
  readonly sources: Readonly<Record<string, unknown>>;
  readonly events: readonly EventDefinition[];
  readonly value: ValueDefinition;
  /** Absent while nothing of it is known. */
  readonly outcome?: OutcomeDefinition;
  readonly cost: CostDefinition;
  readonly effort: EffortDefinition;
  /** Evidence by component; an absent component is unknown. */
  readonly legit: Readonly<Partial<Record<LegitComponent, LegitEvidence>>>;
  /** Confirmed findings. */
  readonly caps: readonly LegitCapDefinition[];
  /** Notes for people, such as disagreements between sources. */
  readonly notes: string | null;
}

/**
 * Claim query of a list; null without one. A named list has only its own: its wallets claim from another distributor.
 *
 * @param listName - empty for the unnamed list.
 */
export function claimOf(
  { claim, listClaims = {} }: Pick<DropDefinition, 'claim' | 'listClaims'>,
  listName: string,
): ClaimDefinition | null {
  if (listName === '') return claim ?? null;
  return Object.hasOwn(listClaims, listName) ? (listClaims[listName] ?? null) : null;
}

/** Claims of all lists of a drop by their names, the unnamed one first. */
export function claimsOf({
  claim,
  listClaims = {},
}: Pick<DropDefinition, 'claim' | 'listClaims'>): ReadonlyMap<string, ClaimDefinition> {
  return new Map([...(claim ? [['', claim] as const] : []), ...Object.entries(listClaims)]);
}
