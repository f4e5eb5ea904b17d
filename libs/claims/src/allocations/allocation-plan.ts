import {
  allocationLogReader,
  type BalanceAllocations,
  type ChainAllocations,
  claimLogReader,
  type EventLog,
  type LoggedAllocations,
} from '@droptrack/distributors';
import type { Chain } from '@droptrack/sources';
import { callView, type ViewCall } from '../view-call';
import type { AmountBook } from './amount-book';
import { ListRebuildError } from './list-rebuild.error';

/** Sum that a contract states, beside the column of the book that it is the sum of. */
export interface StatedTotal {
  /** In messages. */
  readonly name: string;
  readonly call: ViewCall;
  readonly column: number;
}

/** Rules by which the amounts of a distribution follow from logs, and the calls that state them. */
export interface AllocationPlan {
  /** Contracts whose logs are read, in lower case. */
  readonly contracts: readonly string[];
  readonly topics: readonly string[];
  readonly columns: number;
  /**
   * Applies a log to the book.
   *
   * @returns null for a log that does not fit its event; `none` for one of another distribution.
   */
  apply(log: PlannedLog, book: AmountBook): 'first' | 'change' | 'none' | null;
  /** True if a log must have been the first one of the distribution. */
  readonly hasFirst: boolean;
  /** Amount of a wallet in base units, by its columns. */
  amountOf(columns: readonly bigint[]): bigint;
  readonly totals: readonly StatedTotal[];
  /** Call of the amount that the contract states. */
  view(wallet: string): ViewCall;
  /** True if a claim sets that amount to 0. */
  readonly isClearedByClaim: boolean;
}

type PlannedLog = EventLog & { readonly address: string };

/** A distribution of a contract. */
export interface Distribution {
  readonly allocations: ChainAllocations;
  /** Address of the contract, in lower case. */
  readonly contract: string;
  /** Null where the contract has one distribution. */
  readonly period: bigint | null;
}

/**
 * @param block - at whose end the contract is asked about its tokens and periods.
 * @throws {ListRebuildError} for a contract of another style, and for a period that it does not have.
 * @throws {SourceError} of the node.
 */
export async function planAllocations(
  chain: Chain,
  distribution: Distribution,
  block: number,
): Promise<AllocationPlan> {
  const { allocations, contract, period } = distribution;
  if (allocations.from === 'events')
    return planEvents(allocations, contract, await periodOf(chain, allocations, { contract, period, block }));
  if (period !== null) throw new ListRebuildError('the contract has no periods');
  return planBalances(chain, allocations, contract, block);
}

function planEvents(allocations: LoggedAllocations, contract: string, period: bigint | null): AllocationPlan {
  const { view, total, isClearedByClaim = false, events } = allocations;
  const { topics, read } = allocationLogReader(allocations);
  return {
    ...{ contracts: [contract], topics, columns: 1, isClearedByClaim },
    hasFirst: events.some(({ isFirst }) => isFirst === true),
    apply(log, book) {
      const stated = read(log);
      if (stated === null) return null;
      if (stated.period !== period) return 'none';
      for (const { wallet, amount } of stated.entries) book.change(0, wallet, amount, stated.effect);
      return stated.isFirst === true ? 'first' : 'change';
    },
    amountOf: ([amount = 0n]) => amount,
    totals: total === null ? [] : [{ name: nameOf(total), call: { contract, signature: total }, column: 0 }],
    view: (wallet) => ({ contract, signature: view, args: [...(period === null ? [] : [period]), wallet] }),
  };
}

/** Period that is read; null for a contract without periods. */
async function periodOf(
  chain: Chain,
  { nextPeriod }: LoggedAllocations,
  { contract, period, block }: Omit<Distribution, 'allocations'> & { readonly block: number },
): Promise<bigint | null> {
  if (nextPeriod === undefined) {
    if (period !== null) throw new ListRebuildError('the contract has no periods');
    return null;
  }
  const next = await integerOf(chain, { contract, signature: nextPeriod, block });
  if (period === null && next === 2n) return 1n;
  if (period !== null && period >= 1n && period < next) return period;
  const known = next <= 1n ? 'none' : `those from 1 to ${next - 1n}`;
  throw new ListRebuildError(`the contract has amounts by period, at block ${block} ${known}: state one of them`);
}

/** ERC-20, section Events: https://eips.ethereum.org/EIPS/eip-20. The sender takes the place of the recipient of a claim. */
const TRANSFER = {
  event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
  ...{ wallet: 'to', recipient: 'from', amount: 'value' },
};
const ZERO = `0x${'0'.repeat(40)}`;

async function planBalances(
  chain: Chain,
  { view, primary, multiplier, secondary, denominator: divisor }: BalanceAllocations,
  contract: string,
  block: number,
): Promise<AllocationPlan> {
  const tokens: string[] = [];
  const signatures = [primary, multiplier, secondary];
  for (const signature of signatures) tokens.push(await addressOf(chain, { contract, signature, block }));
  const denominator = await integerOf(chain, { contract, signature: divisor, block });
  if (denominator === 0n) throw new ListRebuildError(`${nameOf(divisor)} is 0`);
  const { topics, read } = claimLogReader({ events: [TRANSFER] });
  const known = tokens.flatMap((token, column) => (token === ZERO ? [] : [{ token, column }]));
  return {
    ...{ contracts: [...new Set(known.map(({ token }) => token))], topics, columns: tokens.length },
    ...{ hasFirst: false, isClearedByClaim: false },
    apply(log, book) {
      const moved = read(log);
      if (moved === null) return null;
      const { wallet: to, recipient: from, amount } = moved;
      // One token can have several parts in the formula.
      for (const { column } of known.filter(({ token }) => token === log.address.toLowerCase())) {
        if (from !== null && from !== ZERO) book.change(column, from, -amount, 'add');
        if (to !== ZERO) book.change(column, to, amount, 'add');
      }
      return 'change';
    },
    amountOf: ([first = 0n, factor = 0n, second = 0n]) => (first * factor) / denominator + second,
    totals: known.map(({ token, column }) => ({
      name: `the total supply of ${nameOf(signatures[column] ?? '')}`,
      ...{ call: { contract: token, signature: 'totalSupply() returns (uint256)' }, column },
    })),
    view: (wallet) => ({ contract, signature: view, args: [wallet] }),
  };
}

/** `totalClaimable()` of a signature, for messages. */
export const nameOf = (signature: string): string => signature.slice(0, signature.indexOf(' returns '));

async function integerOf(chain: Chain, call: ViewCall): Promise<bigint> {
  const value = await callView(chain, call);
  if (typeof value === 'bigint') return value;
  throw new ListRebuildError(`the contract has no ${nameOf(call.signature)}: it is of another style`);
}

async function addressOf(chain: Chain, call: ViewCall): Promise<string> {
  const value = await callView(chain, call);
  if (typeof value === 'string') return value.toLowerCase();
  throw new ListRebuildError(`the contract has no ${nameOf(call.signature)}: it is of another style`);
}
