import { type ExplainedLegitCapId, HYPE_SIGNALS, type HypeSignalId } from '@droptrack/contracts';
import type { QuantileFunction } from './quantile-function';

/** Ten signals of the hype score, in the order in which they are summed. */
export const SIGNAL_IDS = HYPE_SIGNALS;
export type SignalId = HypeSignalId;

/** Rule of one signal. */
export interface SignalRule {
  readonly id: SignalId;
  /** Display name, such as `Value locked`. */
  readonly name: string;
  /** Unit of the values, with their time window. */
  readonly unit: string;
  /** A `count` of authors, senders, URLs, committers or votes in a time window, or a `value` at an instant. */
  readonly kind: 'count' | 'value';
  /** Source of the readings. Signals of the same source do not confirm each other's jumps. */
  readonly source: string;
  /** Nominal weight; all weights sum to 1. */
  readonly weight: number;
  /** Aging of a reading; null for a signal that is computed at the scored instant. */
  readonly aging: { readonly freshHours: number; readonly halfLifeHours: number } | null;
  /** Value with level 1, in the unit of the signal. */
  readonly saturation: number;
  /** Value at which the logarithmic scale leaves its linear part. Null: the value is a fraction and is used unscaled. */
  readonly scale: number | null;
  /** True for a signal whose change against its last 28 days counts. */
  readonly momentum: boolean;
}

/** Rule of momentum: the change of a signal against its own past. */
export interface MomentumRule {
  /** Share of the momentum in a sub-score; the level has the remainder. */
  readonly share: number;
  readonly baselineDays: number;
  /** Minimum number of days with readings; with fewer there is no momentum. */
  readonly daysMin: number;
  /** Makes the median absolute deviation comparable with a standard deviation. */
  readonly deviationFactor: number;
  /** Added to the deviation, so that a constant past does not turn every change into a jump. */
  readonly deviationFloor: number;
  /** z is clipped to plus and minus this. */
  readonly zClip: number;
  /** True for a ruleset that publishes the momentum of a drop beside its score. */
  readonly published: boolean;
}

/** Rule of the mean over the past of a count, from which its level is computed. */
export interface AveragingRule {
  /** Age at which a day counts half. */
  readonly halfLifeDays: number;
  /** Days before the day of the scored instant. */
  readonly days: number;
  /** Days before the first one with a reading that count as 0; absent: none, so that a first reading counts in full. */
  readonly zeroDaysBefore?: number;
}

/** Rule of suspect readings: jumps of a single source. */
interface SuspectRule {
  /** A signal is suspect above this z, before clipping, … */
  readonly zAbove: number;
  /** … while no signal of another source is above this one … */
  readonly zOfOthersAbove: number;
  /** … and the jump is younger than this. */
  readonly hoursMax: number;
  /** Rule of signals without a baseline, which have no z. Absent: they are never suspect. */
  readonly firstDay?: FirstDayRule;
}

/**
 * Rule of first readings. A signal that costs nothing to forge is suspect above a level, while no signal that costs money or
 * an editor's attention has a share of that level.
 */
interface FirstDayRule {
  /** Signals that cost nothing to forge. */
  readonly signals: readonly SignalId[];
  /** Level of the reading, 0 to 1, above which it needs a confirmation. */
  readonly levelAbove: number;
  readonly confirmedBy: readonly SignalId[];
  /** Minimum level of a confirming reading, as a share of the level that it confirms. */
  readonly levelShare: number;
}

/** Rules and constants of the hype score (docs/scoring.md, Hype). */
export interface HypeRules {
  readonly signals: readonly SignalRule[];
  /** Null: the level of a count is computed from its latest reading, as for a value. */
  readonly averaging: AveragingRule | null;
  readonly momentum: MomentumRule;
  readonly suspect: SuspectRule;
  /** Minimum freshness; a reading below it counts as missing. */
  readonly freshnessMin: number;
  /** Hype score of a drop without readings. Missing weight counts as this score. */
  readonly prior: number;
  /** Half-life of the proximity of an event, in days. */
  readonly calendarHalfLifeDays: number;
}

/** Measured distribution of allocations. */
export interface EmpiricalAllocation {
  /** Quantiles of allocation / mean, above 0: share of the wallets and ratio, both ascending. */
  readonly quantiles: QuantileFunction;
}

/** Constants of the expected value (docs/scoring.md, Expected value). */
export interface ExpectedValueRules {
  /** Spread of allocations (sigma of a lognormal distribution) by kind of allocation. */
  readonly allocationSpread: Readonly<Record<'flat' | 'tiered' | 'points' | 'capital', number>>;
  /** Distribution of allocations of an unknown kind: a kind, or measured quantiles. */
  readonly allocationDefault: 'flat' | 'tiered' | 'points' | 'capital' | EmpiricalAllocation;
  /**
   * Distribution of the allocations of a published list: lognormal with the list's median and distance of its quantiles, or
   * the quantiles themselves, with a lognormal tail beyond each.
   */
  readonly listModel: 'lognormal' | 'quantiles';
  /** Haircut while it is unknown. */
  readonly haircutDefault: number;
  /** z of the 90th percentile of a normal distribution. */
  readonly z90: number;
  /** z of the 99th percentile. */
  readonly z99: number;
  /** Distance of the 90th from the 10th percentile, in standard deviations. */
  readonly z10To90: number;
}

/** Constants of the ratings (docs/scoring.md). */
export interface RatingRules {
  /** `reward` is 100 at this power of ten, in US dollars after cost. */
  readonly rewardDecades: number;
  readonly legit: {
    /** Maximum points by component; they sum to 100. */
    readonly points: Readonly<Record<'team' | 'audits' | 'use' | 'backers' | 'progress' | 'rules', number>>;
    /** Maximum of `legit` while the finding applies. A finding without a cap is newer than the ruleset, which ignores it. */
    readonly caps: Readonly<Partial<Record<LegitFinding, number>>>;
    /** Counted score of an unknown component, 0 to 1. */
    readonly unknown: number;
    /** Age of a check in days after which evidence is stale. */
    readonly staleAfterDays: number;
    /** Factor of stale evidence; with a half-life, of the lead over an unknown component of evidence without a date. */
    readonly staleFactor: number;
    /**
     * Days in which stale evidence loses half of its lead over an unknown component, below which it never counts. Null: stale
     * evidence is multiplied by `staleFactor`, at any age.
     */
    readonly halfLifeDays: number | null;
  };
  readonly difficulty: {
    /** Shares by input; they sum to 1. */
    readonly shares: Readonly<
      Record<'minutes' | 'capitalUsd' | 'tasks' | 'identity' | 'recurring' | 'technical', number>
    >;
    /** Value at which an input counts in full. */
    readonly full: { readonly minutes: number; readonly capitalUsd: number; readonly tasks: number };
  };
  /** Score of an unknown input of `difficulty`, 0 to 1. */
  readonly unknown: number;
  /** Cost of locked capital per year, as a fraction of the capital. */
  readonly capitalCostPerYear: number;
}

/** All constants of scoring. A changed constant is a new ruleset, never an edit, because stored points refer to theirs. */
export interface Ruleset {
  readonly version: string;
  readonly hype: HypeRules;
  readonly expectedValue: ExpectedValueRules;
  readonly ratings: RatingRules;
}

/** Kind of allocation. */
export type AllocationSpread = keyof ExpectedValueRules['allocationSpread'];
/** Component of `legit`. */
export type LegitPart = keyof RatingRules['legit']['points'];
/** Finding that limits `legit`. */
export type LegitFinding = ExplainedLegitCapId;
/** Input of `difficulty`. */
export type DifficultyPart = keyof RatingRules['difficulty']['shares'];
