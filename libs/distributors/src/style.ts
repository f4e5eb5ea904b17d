/** Function of a distributor that reports the claim of one wallet. */
export interface ClaimedCall {
  /** Signature of a view function, such as `isClaimed(uint256 index) returns (bool)`. */
  readonly check: string;
  /** Arguments in the order of the parameters: `wallet`, `index`, `amount`, and `token` for the address of the drop's token. */
  readonly args?: readonly string[];
  /** Name of the value that is read, for a function that returns several. */
  readonly result?: string;
  /** `remaining` for a function that returns what is not yet claimed. */
  readonly style?: 'remaining';
}

/** Sender of a claim: the wallet itself, an address that it appointed, or anyone, as the tokens go to the wallet. */
export type ClaimSender = 'wallet' | 'appointed' | 'anyone';

/**
 * Value of a parameter of a claim function: of the row of the list, or `to`, an address that the tokens go to; `delegate`, to which the
 * votes of the tokens go; `root`, that of the tree of the proof. A parameter that is an array has the one value.
 */
export type ClaimValue = 'index' | 'wallet' | 'to' | 'amount' | 'proof' | 'root' | 'token' | 'delegate';

/** Function that claims. */
export interface ClaimFunction {
  /** Signature with the names of the parameters, tuples written out. */
  readonly signature: string;
  /** Values of the parameters, in their order. Absent for a function with others, of which no call is prepared. */
  readonly values?: readonly ClaimValue[];
  readonly sender: ClaimSender;
  /**
   * Part of the amount of the list that a claim does not pay: `claimed`, what the wallet has claimed before; `forgone`, what is lost for good, which
   * depends on the time, for some contracts with the function. Absent for a function that pays the whole.
   */
  readonly less?: 'claimed' | 'forgone';
  /** Signature that the caller needs beside the row of the list: of the wallet, or of the project's server. */
  readonly needs?: 'wallet_signature' | 'project_signature';
}

/**
 * Event of a claim. Each states what this claim paid, so that the sum of a wallet's events is what it has claimed; a style with an event
 * that states no amount is not followed.
 */
export interface ClaimEvent {
  /** Human-readable ABI, such as `event Claimed(uint256 index, address account, uint256 amount)`. */
  readonly event: string;
  /** Name of the argument that is the wallet of the list. */
  readonly wallet: string;
  /** Name of the argument that is the amount, in base units; null for an event without it. */
  readonly amount: string | null;
  /** Names of further arguments: the claim index, the address that received the tokens, and the token. */
  readonly index?: string;
  /** Absent for a style that pays the wallet; null where another address may be paid, which the event does not state. */
  readonly recipient?: string | null;
  readonly token?: string;
  /** True for an amount that the claim of the same index in the same transaction pays in addition to its own. */
  readonly isAddition?: true;
}

/** Start or end of a claim window, by a view function without parameters. */
export interface WindowBound {
  readonly call: string;
  /** Seconds since the epoch, or blocks of the chain below (layer 1); 0 for no bound. */
  readonly unit: 'seconds' | 'l1_blocks';
  /** True for an end at which claims are still paid. */
  readonly isInclusive?: true;
}

/** Event that sets amounts of wallets. */
export interface AllocationEvent {
  /** Human-readable ABI. */
  readonly event: string;
  /**
   * Form of its entries. `single`: the event is one, its arguments named `recipient` and `amount`; `pairs`: its argument `allocations` is an
   * array of (address, amount); `packed`: it is an array of words, each an address in the lower 160 bits and an amount in the upper 96.
   */
  readonly entries: 'single' | 'pairs' | 'packed';
  /** `add`: an entry adds to the amount of its wallet; `replace`: it replaces the amount. */
  readonly effect: 'add' | 'replace';
  /** True for an event that a distribution of the contract must have had. */
  readonly isFirst?: true;
}

/** View functions of what a claim pays now and what it gives up for good, both of the whole amount and the time of the claim in seconds. */
export interface ForgoneViews {
  readonly paid: string;
  readonly forgone: string;
}

/** Amounts that a contract stores for each wallet, as its events state them. */
export interface LoggedAllocations {
  readonly from: 'events';
  readonly events: readonly [AllocationEvent, ...AllocationEvent[]];
  /** View function of the amount of one wallet, in base units. */
  readonly view: string;
  /** True where a claim sets the amount of the view to 0. */
  readonly isClearedByClaim?: true;
  /** View function of the sum of all amounts; null where the contract states none. */
  readonly total: string | null;
  /** View function of the number that follows that of the last period, for a contract with amounts by period, from 1. The view has it as first parameter. */
  readonly nextPeriod?: string;
}

/** Amounts that a contract computes from the balances of tokens: primary * multiplier / denominator + secondary. */
export interface BalanceAllocations {
  readonly from: 'balances';
  /** View function of the amount of one wallet, in base units. */
  readonly view: string;
  /** View functions of the addresses of the tokens; the zero address stands for none. */
  readonly primary: string;
  readonly multiplier: string;
  readonly secondary: string;
  readonly denominator: string;
}

/** Amounts that stand on the chain, so that the list of a drop can be rebuilt without a file. */
export type ChainAllocations = LoggedAllocations | BalanceAllocations;

/**
 * View functions without parameters that state how amounts unlock: at a start, at a cliff and then linearly, or in tranches. Shares are
 * parts of 10^18, instants seconds since the epoch, durations seconds.
 */
export interface VestingViews {
  /** For a stream, 0 stands for the time of its claim. */
  readonly startsAt: string;
  readonly startShare?: string;
  readonly cliffSeconds?: string;
  readonly cliffShare?: string;
  /** Duration from the start on; `endsAt` is the end itself. */
  readonly seconds?: string;
  readonly endsAt?: string;
  /** Duration between two unlocks, 0 for 1. A contract without it unlocks continuously. */
  readonly every?: string;
  /** Tranches, each with its duration after the one before. */
  readonly tranches?: string;
  /** For streams: true if the project can cancel them. */
  readonly isCancelable?: string;
}

/** A family of distributor contracts on EVM chains: its functions and events. */
export interface DistributorStyle {
  /** True for one contract per chain that pays many distributions: its events do not say which one a claim is of. */
  readonly isShared?: true;
  /** True where the amount of a claim depends on its time, so that it is not that of the list. */
  readonly isTimed?: true;
  /** File at a commit, which with those it imports states every signature of the style, or version of a published package. */
  readonly source: string;
  /** Result of a claim: tokens, a stream of them, or tokens under a lock. */
  readonly effect: 'transfer' | 'stream' | 'lock';
  readonly claims: readonly [ClaimFunction, ...ClaimFunction[]];
  readonly events: readonly [ClaimEvent, ...ClaimEvent[]];
  /** Null where no function reports the claim of one wallet by the values of a list. */
  readonly claimed: ClaimedCall | null;
  /** View function of the root; null for contracts without a tree. */
  readonly root: string | null;
  /** View function of the token; `self` for a token that distributes itself, null where each leaf names its token. */
  readonly token: string | null;
  readonly startsAt?: WindowBound;
  /** Exclusive end, unless it states otherwise. */
  readonly endsAt?: WindowBound;
  readonly vesting?: VestingViews;
  /** View function of the fee of a claim, in wei. */
  readonly feeWei?: string;
  /** True for a fee that follows a price, so that it can rise between its reading and the claim. */
  readonly isFeeFloating?: true;
  /** View function of who may claim: 0 for every wallet of the list. Absent in earlier releases of a style. */
  readonly claimType?: string;
  /** View function that is true while no claims are paid. */
  readonly paused?: string;
  /** View function of the address that claims of a wallet are paid to instead, by wallet and token; the zero address for the wallet. */
  readonly redirected?: string;
  readonly forgone?: ForgoneViews;
  /** True for tokens that a claim creates, so that the contract holds none. */
  readonly isMinted?: true;
  /** True for tokens that a claim takes from another address than the contract. */
  readonly isFromReserve?: true;
  /** Names of events that take tokens out without a claim. */
  readonly withdrawals?: readonly string[];
  /** Absent for a style whose amounts are in a list of the project. */
  readonly allocations?: ChainAllocations;
}

/** A style whose contracts report the claim of one wallet. */
export type CheckedStyle = DistributorStyle & { readonly claimed: ClaimedCall };
/** A style without such a function: only its events state what was claimed. */
export type UncheckedStyle = DistributorStyle & { readonly claimed: null };
