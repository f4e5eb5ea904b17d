import { type Block, BlockRanges, type Chain, type ContractLog } from '@droptrack/sources';
import type { AllocationPlan } from './allocation-plan';
import type { AmountBook } from './amount-book';
import { ListRebuildError } from './list-rebuild.error';

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

/** Dependencies of a reading. */
export interface AmountReading {
  readonly chain: Chain;
  /** Stores what was read, every minute and if the run ends early. */
  readonly save: (read: ReadAmounts) => Promise<void>;
  readonly onProgress: (progress: RebuildProgress) => void;
  /** Milliseconds of a clock that never steps back. */
  readonly monotonicMs: () => number;
}

/** Requests and logs after which the limits of a reading of ranges begin again. */
const REQUESTS_ENOUGH = 500;
const LOGS_ENOUGH = 1_000_000;
const SAVE_EVERY_MS = 60_000;

/**
 * Reads the logs that are left up to the target.
 *
 * @param reading - `read` is replaced after each piece that was read wholly.
 * @param from - first block, for the progress.
 * @throws {ListRebuildError} for a log that does not fit its style. @throws {SourceError} of the node.
 */
export async function readLogs(
  { chain, save, onProgress, monotonicMs }: AmountReading,
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
