import {
  type CalendarEventStatus,
  type CalendarEventType,
  type CalendarPrecision,
  type DropStatus,
  EXPLAINED_LEGIT_CAPS,
  EXPLAINED_LEGIT_COMPONENTS,
  type ExplainedLegitCapId,
  type ExplainedLegitComponentId,
  type SourceKind,
  WALLET_TYPES,
  type WalletType,
} from '@droptrack/contracts';

/** Where a fact was taken from. */
export interface Provenance {
  readonly kind: SourceKind;
  /** Null for `memory`. */
  readonly url: string | null;
  /** ISO date (`2026-08-01`) on which the source said so. */
  readonly at: string | null;
}

/** A value somebody vouches for; `source` is null where nobody was named. */
export interface Fact<T> {
  readonly value: T;
  readonly source: Provenance | null;
}

/** Whose wallets can count for a drop. */
export const WALLET_FAMILIES = WALLET_TYPES;
export type WalletFamily = WalletType;

/** How a drop's tokens are shared out; decides the spread of single allocations. */
export const ALLOCATION_KINDS = ['flat', 'tiered', 'points', 'capital'] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/** What `legit` is made of. */
export const LEGIT_COMPONENTS = EXPLAINED_LEGIT_COMPONENTS;
export type LegitComponent = ExplainedLegitComponentId;

/** Findings that bound `legit` from above. */
export const LEGIT_CAPS = EXPLAINED_LEGIT_CAPS;
export type LegitCap = ExplainedLegitCapId;

/** (p10, p90) of a lognormal; equal for a known figure. */
export type Range = readonly [p10: number, p90: number];

/** One entry of a drop's calendar, as the operator states it. */
export interface EventDefinition {
  /** Unique within the drop, never reused: the event keeps its identity when it is moved. */
  readonly key: string;
  readonly type: CalendarEventType;
  readonly title: string;
  /** RFC 3339 UTC with milliseconds; first instant of the period that `precision` names. */
  readonly startsAt: string;
  /** Exclusive end of a window. */
  readonly endsAt: string | null;
  readonly precision: CalendarPrecision;
  /** `occurred` is never stated: it follows from the clock. */
  readonly status: Exclude<CalendarEventStatus, 'occurred'>;
  readonly block: number | null;
  readonly phase: string | null;
  readonly url: string | null;
  readonly source: Provenance | null;
}

/** Inputs of the expected value (scoring rules §2). */
export interface ValueDefinition {
  readonly fdvUsd: Fact<Range> | null;
  /** Share of the total supply in this drop, 0..1. */
  readonly supplyShare: Fact<Range> | null;
  readonly eligibleWallets: Fact<Range> | null;
  readonly allocation: Fact<AllocationKind> | null;
  /** Part of the payout that is left after vesting, slippage and the like; above 0, at most 1. */
  readonly haircut: Fact<number> | null;
  /** Probability that the drop happens and pays, 0..1. */
  readonly probability: Fact<number> | null;
  readonly priceUsd: Fact<number> | null;
}

export interface CostDefinition {
  readonly gasUsd: Fact<number> | null;
  readonly feesUsd: Fact<number> | null;
  readonly capitalUsd: Fact<number> | null;
  readonly days: Fact<number> | null;
  readonly subscriptionsUsd: Fact<number> | null;
}

export interface EffortDefinition {
  readonly minutes: Fact<number> | null;
  readonly tasks: Fact<number> | null;
  readonly identity: Fact<boolean> | null;
  readonly recurring: Fact<boolean> | null;
  readonly technical: Fact<boolean> | null;
}

/** Evidence for one part of `legit`. */
export interface LegitEvidence {
  /** 0 (nothing) to 1 (beyond doubt). */
  readonly score: number;
  readonly url: string | null;
  /** ISO date of the last check. */
  readonly checkedAt: string | null;
}

/** How much was given out, to how many: known once a list is published. */
export interface DistributionDefinition {
  /** Whole tokens, an exact decimal string. */
  readonly tokens: Fact<string> | null;
  readonly wallets: Fact<number> | null;
  /** Whole tokens, an exact decimal string. */
  readonly totalSupply: Fact<string> | null;
}

/** How the chain is asked whether a wallet has claimed. */
export interface ClaimDefinition {
  /** The chain, by the name that the configuration gives its address. */
  readonly rpc: string;
  /** Where tokens are claimed: CAIP-10, such as `eip155:59144:0x…`, the address in EIP-55 mixed case. */
  readonly contract: string;
  /**
   * Signature of the view function that reports it, such as `isClaimed(uint256 index) returns (bool)`. An address is the
   * wallet, integers are named `index` or `amount`; an integer that it returns is the claimed amount in base units.
   */
  readonly check: string;
  readonly source: Provenance | null;
}

/** Everything the operator states about a drop: the input side, never what is shown. */
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
  /** Null: by the drop's chain. */
  readonly wallets: readonly WalletFamily[] | null;
  /** A pinned status; null lets the calendar decide. */
  readonly status: Fact<DropStatus> | null;
  readonly snapshot: {
    readonly block: Fact<number> | null;
    /** RFC 3339 UTC with milliseconds. */
    readonly date: Fact<string> | null;
  };
  readonly distribution: DistributionDefinition;
  /** Left out like null where nobody can be asked; definitions from before it was known have none. */
  readonly claim?: ClaimDefinition | null;
  /** Pages of the project by name (`site`, `docs`, …). */
  readonly links: Readonly<Record<string, string>>;
  /** What each signal source is to be asked, by source; `false`: the drop cannot have what the source counts. */
  readonly sources: Readonly<Record<string, unknown>>;
  readonly events: readonly EventDefinition[];
  readonly value: ValueDefinition;
  readonly cost: CostDefinition;
  readonly effort: EffortDefinition;
  /** A component that is not here is unknown. */
  readonly legit: Readonly<Partial<Record<LegitComponent, LegitEvidence>>>;
  /** Findings that apply. */
  readonly caps: readonly LegitCap[];
  /** Remarks for people: where sources disagree, what a figure leaves out. */
  readonly notes: string | null;
}
