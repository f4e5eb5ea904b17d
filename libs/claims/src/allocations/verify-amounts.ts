import { type Chain, JsonRpcError, SourceError } from '@droptrack/sources';
import { callView } from '../view-call';
import { type AllocationPlan, nameOf } from './allocation-plan';
import type { AmountBook } from './amount-book';
import { ListRebuildError } from './list-rebuild.error';

/** Amounts of the logs that a contract confirmed. */
export interface VerifiedAmounts {
  /** Sums that the contract states, which are those of the logs. Empty for a contract that states none. */
  readonly totals: readonly { readonly name: string; readonly value: bigint }[];
  /** Number of wallets whose amounts are those that the contract returns. */
  readonly wallets: number;
  /** Block at whose end they are. */
  readonly walletsBlock: number;
}

/** Wallets that are asked about. */
const SAMPLE = 1_000;
const CONCURRENCY = 8;
/** Differences that an error states. */
const SHOWN_MAX = 5;

/**
 * Compares amounts with what the contract states: each of its sums at the end of a block, and the amounts of up to 1 000 wallets,
 * evenly spaced over all that a log names. Where a claim clears the amount of a wallet, these are read at the end of the block that
 * last set one, which is before the claims of a distribution that is set before its claims.
 *
 * @param lastChange - block of the last log.
 * @param random - from 0 to below 1.
 * @throws {ListRebuildError} with both values of each difference.
 * @throws {SourceError} of the node; `unable` if it does not know the state of the block.
 */
export async function verifyAmounts(
  chain: Chain,
  plan: AllocationPlan,
  book: AmountBook,
  { block, lastChange, random }: { readonly block: number; readonly lastChange: number; readonly random: () => number },
): Promise<VerifiedAmounts> {
  const differences: string[] = [];
  const totals: VerifiedAmounts['totals'][number][] = [];
  for (const { name, call, column } of plan.totals) {
    const [sum, stated] = [book.sumOf(column), await atBlock(chain, block, () => callView(chain, { ...call, block }))];
    if (stated === sum) totals.push({ name, value: sum });
    else differences.push(`${name} is ${stated ?? 'not stated'}, and the logs sum to ${sum}`);
  }
  const walletsBlock = plan.isClearedByClaim ? lastChange : block;
  const sample = sampleOf(book.keys(), random());
  const next = sample.values();
  let wrong = 0;
  const compare = async (): Promise<void> => {
    for (const key of next) {
      const [wallet, columns] = book.row(key);
      const call = { ...plan.view(wallet), block: walletsBlock };
      const [amount, stated] = [
        plan.amountOf(columns),
        await atBlock(chain, walletsBlock, () => callView(chain, call)),
      ];
      if (stated !== amount && ++wrong <= SHOWN_MAX)
        differences.push(
          `${nameOf(call.signature)} of ${shortened(wallet)} is ${stated ?? 'not stated'}, and ${amount} by the logs`,
        );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, compare));
  if (differences.length === 0) return { totals, wallets: sample.length, walletsBlock };
  const more = wrong > SHOWN_MAX ? [`${wrong} of ${sample.length} wallets differ`] : [];
  const blocks = walletsBlock === block ? `block ${block}` : `blocks ${walletsBlock} (wallets) and ${block}`;
  throw new ListRebuildError(`the contract states other amounts at ${blocks}`, [...differences, ...more]);
}

/** @param offset - from 0 to below 1. */
function sampleOf(keys: readonly string[], offset: number): readonly string[] {
  if (keys.length <= SAMPLE) return keys;
  const step = keys.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, n) => keys[Math.floor((n + offset) * step)]).flatMap((key) => key ?? []);
}

/** Calls a node about the state of a block, and explains its rejection. @throws {SourceError} */
export async function atBlock<T>(chain: Chain, block: number, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof JsonRpcError) || error.kind !== 'status') throw error;
    const message = `${chain.name}: the node does not know the state of block ${block}: use an archive node`;
    throw new SourceError('unable', message);
  }
}

const shortened = (wallet: string): string => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
