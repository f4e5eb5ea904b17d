import { UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import { type Block, BLOCKS_AT_FIRST, SourceError } from '@droptrack/sources';
import { addressOf, otherChain } from '../contract-id';
import { firstBlockOf } from '../ledger/first-block';
import { type AllocationPlan, type Distribution, planAllocations } from './allocation-plan';
import { AmountBook } from './amount-book';
import { ListRebuildError } from './list-rebuild.error';
import { type AmountReading, type ReadAmounts, readLogs } from './read-amounts';
import { atBlock, type VerifiedAmounts, verifyAmounts } from './verify-amounts';

/** Input of a rebuild. */
export interface ListRebuild extends AmountReading, Pick<Distribution, 'allocations' | 'period'> {
  /** CAIP-10. */
  readonly contract: string;
  /** Block at whose end the list is read; null for the latest confirmed one. */
  readonly block: number | null;
  /** First block that may have a log; null to search for that of the contract. */
  readonly fromBlock: number | null;
  /** Of a run that ended early; null without one. */
  readonly stored: ReadAmounts | null;
  /** Deletes what was saved, as it led to a list that the contract contradicts. */
  readonly discard: () => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** A list as a contract states it at the end of a block. */
export interface RebuiltList {
  readonly block: Block;
  readonly firstBlock: number;
  /** Wallets with an amount above 0, in the order of their addresses; base units. */
  readonly rows: readonly (readonly [wallet: string, amount: bigint])[];
  readonly total: bigint;
  readonly verified: VerifiedAmounts;
}

/**
 * Rebuilds the list of a distributor from its logs up to a block, and compares it with what the contract states there.
 *
 * @throws {ListRebuildError} for a contract without a list, and for a list that it contradicts.
 * @throws {SourceError} of the node; what was read is saved before.
 */
export async function rebuildList(rebuild: ListRebuild): Promise<RebuiltList> {
  const { chain, allocations, period } = rebuild;
  const other = await otherChain(chain, rebuild.contract);
  if (other !== null) throw new ListRebuildError(other);
  const block = await targetOf(rebuild);
  const contract = addressOf(rebuild.contract).toLowerCase();
  if (!(await atBlock(chain, block.number, () => chain.hasContract(contract, block.number)))) {
    const message = `there is no contract at ${rebuild.contract} in block ${block.number}: state a block with it`;
    throw new ListRebuildError(message);
  }
  const plan = await planAllocations(chain, { allocations, contract, period }, block.number);
  const firstBlock = await firstOf(rebuild, plan, block.number);
  const start = await startOf(rebuild, { plan, block, firstBlock });
  const reading = { read: start };
  try {
    await readLogs(rebuild, plan, reading, firstBlock);
    return { block, firstBlock, ...(await listOf(rebuild, plan, reading.read, { block, firstBlock })) };
  } catch (error) {
    if (error instanceof ListRebuildError) await rebuild.discard();
    else if (error instanceof SourceError && reading.read !== start) await rebuild.save(reading.read);
    throw error;
  }
}

/** The list that was read, once the contract has confirmed it. */
async function listOf(
  { chain, random }: ListRebuild,
  plan: AllocationPlan,
  { book, lastChange, hasBegun }: ReadAmounts,
  { block, firstBlock }: Pick<Start, 'block' | 'firstBlock'>,
): Promise<Omit<RebuiltList, 'block' | 'firstBlock'>> {
  const blocks = `the logs of blocks ${firstBlock} to ${block.number}`;
  if (plan.hasFirst && !hasBegun)
    throw new ListRebuildError(`${blocks} do not have the first amounts of the period: state an earlier first block`);
  const ends = { block: block.number, lastChange: lastChange ?? block.number };
  const verified = await verifyAmounts(chain, plan, book, { ...ends, random });
  if (!(await chain.holds(block))) throw new ListRebuildError(`block ${block.number} was replaced: run it again`);
  const rows = book.keys().flatMap((key) => {
    const [wallet, columns] = book.row(key);
    const amount = plan.amountOf(columns);
    return amount > 0n ? [[wallet, amount] as const] : [];
  });
  if (rows.length === 0) throw new ListRebuildError(`${blocks} state no amount`);
  return { rows, total: rows.reduce((sum, [, amount]) => sum + amount, 0n), verified };
}

/** @throws {ListRebuildError} for a block that can still be replaced. */
async function targetOf({ chain, block }: ListRebuild): Promise<Block> {
  const confirmed = (await chain.latest()).number - UNCONFIRMED_BLOCKS;
  if (confirmed < 0 || (block ?? 0) > confirmed)
    throw new ListRebuildError(`the latest confirmed block of ${chain.name} is ${Math.max(0, confirmed)}`);
  return chain.block(block ?? confirmed);
}

async function firstOf(
  { chain, fromBlock }: ListRebuild,
  { contracts }: AllocationPlan,
  head: number,
): Promise<number> {
  if (fromBlock !== null) {
    if (fromBlock <= head) return fromBlock;
    throw new ListRebuildError(`the first block is ${fromBlock}, and the list ends with block ${head}`);
  }
  const first: number[] = [];
  for (const contract of contracts)
    first.push(
      await firstBlockOf(chain, contract, head).catch((error: unknown) => {
        if (!(error instanceof SourceError) || error.kind !== 'unable') throw error;
        const message = `the node of ${chain.name} does not know old states, by which the first block is found: state it`;
        throw new ListRebuildError(message);
      }),
    );
  return Math.min(...first);
}

interface Start {
  readonly plan: AllocationPlan;
  readonly block: Block;
  readonly firstBlock: number;
}

/** State of an earlier run, if it is of the same distribution and chain; otherwise an empty one. */
async function startOf(
  { chain, contract, period, stored }: ListRebuild,
  { plan, block, firstBlock }: Start,
): Promise<ReadAmounts> {
  const terms = `${contract.toLowerCase()} ${period ?? ''} ${plan.contracts.join(' ')} ${firstBlock}`;
  const target = { number: block.number, hash: block.hash };
  const isSame = stored?.terms === terms && stored.upTo <= block.number && stored.book.columns === plan.columns;
  if (isSame && (await chain.holds({ ...stored.target, atMs: 0 }))) return { ...stored, target };
  return {
    ...{ terms, target, upTo: firstBlock - 1, lastChange: null, hasBegun: false },
    ...{ blocks: BLOCKS_AT_FIRST, rejected: null, book: new AmountBook(plan.columns) },
  };
}
