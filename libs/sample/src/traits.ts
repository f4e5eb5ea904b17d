import type { AllocationKind, LegitCap, LegitComponent, Range, WalletFamily } from '@droptrack/catalogue';
import type { SignalId } from '@droptrack/scoring';
import slots from '../../../prisma/sample/drops.json';

/** Plan of a drop's calendar; see events.ts. */
export const PLANS = ['season', 'early', 'closed', 'launch', 'open'] as const;
export type Plan = (typeof PLANS)[number];

/** Failures of a slot's sources: some have no readings, all fail for days, or one reports spikes. */
export const TROUBLES = ['dead', 'failing', 'spikes'] as const;
export type Trouble = (typeof TROUBLES)[number];

/**
 * Common properties of the drops of a slot (prisma/sample/drops.json), all fictitious. Null means unknown, as in a
 * definition.
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
  /** Attention, 0 to 1. */
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
  /** Scores of the components with evidence, 0 to 1. */
  readonly legit: Readonly<Partial<Record<LegitComponent, number>>>;
  /** Components whose evidence was last checked more than half a year ago. */
  readonly agedEvidence: readonly LegitComponent[];
  readonly caps: readonly LegitCap[];
  /** Sources that are not applicable. */
  readonly rulesOut: readonly string[];
  /** Applicable signals without a source. */
  readonly unread: readonly SignalId[];
  readonly trouble: Trouble | null;
  /**
   * Numbers of wallets in its allocation list and in its exclusion list, and the format of the tree that the former is
   * published with; null without lists. Only lists of EVM wallets have a tree.
   */
  readonly listed: { readonly wallets: number; readonly excluded: number; readonly tree: 'uniswap' | null } | null;
}

/** Slots in the order in which their lives begin. A test validates the file against these types. */
export const SLOTS = slots as unknown as readonly SlotTraits[];
