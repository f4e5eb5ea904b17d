import type { AllocationKind, LegitCap, LegitComponent, Range, WalletFamily } from '@droptrack/catalogue';
import type { SignalId } from '@droptrack/scoring';
import slots from '../../../prisma/sample/drops.json';

/** How the calendar of a drop runs; see plans.ts. */
export const PLANS = ['season', 'early', 'closed', 'launch', 'open'] as const;
export type Plan = (typeof PLANS)[number];

/** What is wrong with a slot's sources: some give nothing, all fail for days on end, or one reports spikes of its own. */
export const TROUBLES = ['dead', 'failing', 'spikes'] as const;
export type Trouble = (typeof TROUBLES)[number];

/**
 * What all drops of a slot have in common (prisma/sample/drops.json). Made up, every one of them. A null is unknown,
 * as it is in a definition.
 */
export interface SlotTraits {
  /** Part of the ids of its drops. */
  readonly slug: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly chain: string;
  readonly wallets: readonly WalletFamily[] | null;
  readonly plan: Plan;
  /** How much is heard of it, 0..1. */
  readonly fame: number;
  readonly value: {
    readonly fdvUsd: Range;
    readonly supplyShare: Range;
    readonly eligibleWallets: Range;
    readonly allocation: AllocationKind;
    readonly haircut: number;
    readonly probability: number;
  } | null;
  readonly cost: {
    readonly gasUsd: number;
    readonly feesUsd: number;
    readonly capitalUsd: number;
    readonly days: number;
    readonly subscriptionsUsd: number;
  } | null;
  readonly effort: {
    readonly minutes: number;
    readonly tasks: number;
    readonly identity: boolean | null;
    readonly recurring: boolean;
    readonly technical: boolean;
  } | null;
  /** Scores of the parts that there is evidence for, 0..1. */
  readonly legit: Readonly<Partial<Record<LegitComponent, number>>>;
  /** Parts whose evidence nobody has looked at for more than half a year. */
  readonly agedEvidence: readonly LegitComponent[];
  readonly caps: readonly LegitCap[];
  /** Sources that cannot say anything about it. */
  readonly rulesOut: readonly string[];
  /** Signals that it could have and nobody reads. */
  readonly unread: readonly SignalId[];
  readonly trouble: Trouble | null;
  /** Its list, once there is one: how many get something, and how many are left out by name. */
  readonly listed: { readonly wallets: number; readonly excluded: number } | null;
}

/** In the order in which their lives begin. A test holds the file to these types. */
export const SLOTS = slots as unknown as readonly SlotTraits[];
