import { UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import {
  type Block,
  BLOCKS_AT_FIRST,
  BlockRanges,
  type Chain,
  type ContractLog,
  SourceError,
} from '@droptrack/sources';
import { firstBlockOf } from '../ledger/first-block';
import { assertChain } from '../ledger/read-ledger';
import { type AllocationPlan, type Distribution, planAllocations } from './allocation-plan';
import { AmountBook } from './amount-book';
import { ListRebuildError } from './list-rebuild.error';
import { atBlock, type VerifiedAmounts, verifyAmounts } from './verify-amounts';

/** Logs that were read, from which a later run continues. */
export interface ReadAmounts {
  /** Contract, period and first block. */
  readonly terms: string;
  /** Block up to which the run reads; its hash identifies all blocks before it. */
  readonly target: Pick<Block, 'number' | 'hash'>;
  /** Last block that was read. */
  readonly upTo: number;
  /** Block of the last log; null before the first one. */
  readonly lastChange: number | null;
  /** True after the event that begins a distribution. */
  readonly hasBegun: boolean;
  /** Length of a range that the node accepts, and the shortest that it rejected; null for none. */
  readonly blocks: number;
  readonly rejected: number | null;
  readonly book: AmountBook;
}

/** Progress of a run. */
export interface RebuildProgress {
  readonly from: number;
  readonly upTo: number;
  readonly to: number;
  readonly wallets: number;
  /** Blocks of a request. */
  readonly blocks: number;
}

export interface ListRebuild extends Pick<Distribution, 'allocations' | 'period'> {
  readonly chain: Chain;
  /** CAIP-10. */
  readonly contract: string;
  /** Block at whose end the list is read; null for the latest confirmed one. */
  readonly block: number | null;
  /** First block that may have a log; null to search for that of the contract. */
  readonly fromBlock: number | null;
  /** Of a run that ended early; null without one. */
  readonly stored: ReadAmounts | null;
  /** Stores what was read, every minute and if the run ends early. */
  readonly save: (read: ReadAmounts) => Promise<void>;
  readonly onProgress: (progress: RebuildProgress) => void;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Milliseconds of a clock that never steps back. */
  readonly monotonicMs: () => number;
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
  const { chain, allocations, period, save } = rebuild;
  await assertChain(chain, rebuild.contract);
  const block = await targetOf(rebuild);
  const contract = rebuild.contract.slice(rebuild.contract.lastIndexOf(':') + 1).toLowerCase();
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
    if (error instanceof SourceError && reading.read !== start) await save(reading.read);
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

/** What an earlier run read, if it is of the same distribution and chain; otherwise nothing. */
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

/** Requests and logs after which the limits of a reading of ranges begin again. */
const REQUESTS_ENOUGH = 500;
const LOGS_ENOUGH = 1_000_000;
const SAVE_EVERY_MS = 60_000;

/** @param reading - `read` is replaced after each piece that was read wholly. */
async function readLogs(
  { chain, save, onProgress, monotonicMs }: ListRebuild,
  plan: AllocationPlan,
  reading: { read: ReadAmounts },
  from: number,
): Promise<void> {
  const { contracts, topics } = plan;
  const { number: to } = reading.read.target;
  const logsOf = (first: number, last: number) => chain.logs({ contracts, topics }, first, last);
  let savedMs = monotonicMs();
  while (reading.read.upTo < to) {
    const ranges = new BlockRanges<ContractLog>(logsOf, reading.read.blocks, reading.read.rejected);
    let count = 0;
    const isSpent = () => ranges.requests >= REQUESTS_ENOUGH || count >= LOGS_ENOUGH;
    for await (const { upTo, logs } of ranges.stretches(reading.read.upTo + 1, to, isSpent)) {
      count += logs.length;
      const changed = applyAll(plan, logs, reading.read, chain.name);
      reading.read = { ...reading.read, ...changed, upTo, blocks: ranges.blocks, rejected: ranges.rejected };
      onProgress({ from, upTo, to, wallets: reading.read.book.size, blocks: ranges.blocks });
      if (monotonicMs() - savedMs < SAVE_EVERY_MS) continue;
      await save(reading.read);
      savedMs = monotonicMs();
    }
  }
}

/** @throws {ListRebuildError} for a log with the topic of an event and other data: the contract is of another style. */
function applyAll(
  plan: AllocationPlan,
  logs: readonly ContractLog[],
  { book, lastChange, hasBegun }: ReadAmounts,
  chain: string,
): Pick<ReadAmounts, 'lastChange' | 'hasBegun'> {
  const changed = { lastChange, hasBegun };
  for (const log of logs) {
    const applied = plan.apply(log, book);
    if (applied === null) {
      const message = `${chain}: a log of ${log.address} in block ${log.blockNumber} has other data than its style`;
      throw new ListRebuildError(message);
    }
    if (applied === 'none') continue;
    changed.lastChange = log.blockNumber;
    changed.hasBegun ||= applied === 'first';
  }
  return changed;
}
