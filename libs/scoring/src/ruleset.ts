import { HYPE_SIGNALS, type HypeSignalId } from '@droptrack/contracts';

/** The ten inputs of the hype score, in the order in which they are summed. */
export const SIGNAL_IDS = HYPE_SIGNALS;
export type SignalId = HypeSignalId;

/** How one signal is read and how much it counts. */
export interface SignalRule {
  readonly id: SignalId;
  /** For people: `Value locked`. */
  readonly name: string;
  /** What a value counts, with its window. */
  readonly unit: string;
  /** Who is asked. Signals of one source cannot vouch for each other. */
  readonly source: string;
  /** Nominal share of the score; all shares sum to 1. */
  readonly weight: number;
  /** How a reading ages; null for what is computed at the instant scored and so never ages. */
  readonly aging: { readonly freshHours: number; readonly halfLifeHours: number } | null;
  /** The value that counts 1, in the signal's unit. */
  readonly saturation: number;
  /** Values around `scale` leave the linear part of the logarithm; null: the value is a fraction as it is. */
  readonly scale: number | null;
  /** Whether the change against the signal's own 28 days counts. */
  readonly momentum: boolean;
}

/** A signal's change against its own past. */
export interface MomentumRule {
  /** Share of the momentum in a sub-score, the level has the rest. */
  readonly share: number;
  readonly baselineDays: number;
  /** With fewer days than this there is no momentum. */
  readonly daysMin: number;
  /** Makes the median absolute deviation comparable with a standard deviation. */
  readonly deviationFactor: number;
  /** Added to the deviation, so that a flat past does not make every change a sensation. */
  readonly deviationFloor: number;
  /** z counts within plus and minus this. */
  readonly zClip: number;
}

/** When a lone jump is held back. */
export interface SuspectRule {
  /** A signal is suspect above this z, before clipping, … */
  readonly zAbove: number;
  /** … while no signal of another source is above this one … */
  readonly zOfOthersAbove: number;
  /** … and its rise is younger than this. */
  readonly hoursMax: number;
}

export interface HypeRules {
  readonly signals: readonly SignalRule[];
  readonly momentum: MomentumRule;
  readonly suspect: SuspectRule;
  /** A reading less fresh than this is missing. */
  readonly freshnessMin: number;
  /** The score of a drop that nothing is known about; weight that has no reading counts this much. */
  readonly prior: number;
  /** Days in which the proximity of an event halves. */
  readonly calendarHalfLifeDays: number;
}

export interface ExpectedValueRules {
  /** Spread of single allocations (sigma of a lognormal) by how tokens are shared out. */
  readonly allocationSpread: Readonly<Record<'flat' | 'tiered' | 'points' | 'capital', number>>;
  /** Taken where nobody said how tokens are shared out. */
  readonly allocationDefault: 'flat' | 'tiered' | 'points' | 'capital';
  /** Taken where no haircut is known. Ours: nothing is known that would take something off. */
  readonly haircutDefault: number;
  /** z of the 90th percentile of a normal distribution. */
  readonly z90: number;
  /** Distance of the 90th from the 10th percentile, in standard deviations. */
  readonly z10To90: number;
}

export interface RatingRules {
  /** `reward` is full at this power of ten, in US dollars after cost. */
  readonly rewardDecades: number;
  readonly legit: {
    /** Points of each component; they sum to 100. */
    readonly points: Readonly<Record<'team' | 'audits' | 'use' | 'backers' | 'progress' | 'rules', number>>;
    /** Most that `legit` can be while the finding applies. */
    readonly caps: Readonly<
      Record<
        | 'asks_secrets'
        | 'phishing_listed'
        | 'contract_unverified'
        | 'single_unofficial_source'
        | 'unknown_team_no_audit',
        number
      >
    >;
    /** Evidence checked longer ago than this counts `staleFactor`. */
    readonly staleAfterDays: number;
    readonly staleFactor: number;
  };
  readonly difficulty: {
    /** Shares of each input; they sum to 1. */
    readonly shares: Readonly<
      Record<'minutes' | 'capitalUsd' | 'tasks' | 'identity' | 'recurring' | 'technical', number>
    >;
    /** The value at which an input counts in full. */
    readonly full: { readonly minutes: number; readonly capitalUsd: number; readonly tasks: number };
  };
  /** What an unknown legit component or difficulty input counts, of 1. */
  readonly unknown: number;
  /** What locked capital costs in a year, as a fraction of it. */
  readonly capitalCostPerYear: number;
}

/** Every constant of the figures. A change of one is a new ruleset, never an edit: stored points name theirs. */
export interface Ruleset {
  readonly version: string;
  readonly hype: HypeRules;
  readonly expectedValue: ExpectedValueRules;
  readonly ratings: RatingRules;
}

/** How a drop's tokens are shared out. */
export type AllocationSpread = keyof ExpectedValueRules['allocationSpread'];
/** What `legit` is made of. */
export type LegitPart = keyof RatingRules['legit']['points'];
/** Findings that bound `legit` from above. */
export type LegitFinding = keyof RatingRules['legit']['caps'];
/** What `difficulty` is made of. */
export type DifficultyPart = keyof RatingRules['difficulty']['shares'];
