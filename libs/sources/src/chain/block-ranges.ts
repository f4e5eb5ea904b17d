import { z } from 'zod';
import { SourceError } from '../source-error';
import { NodesDifferError } from './agreed-chain';
import type { SenderLog } from './chain';
import { JsonRpcError } from './json-rpc';

/** Initial length of a range, a common limit of providers. */
export const BLOCKS_AT_FIRST = 2_000;
export const BLOCKS_MAX = 50_000;
/** Requests and logs of one poll. */
const REQUESTS_MAX = 1_000;
const LOGS_MAX = 2_000_000;
/** Times that a range is halved in one poll for an error that does not mention its size. */
const GUESSES_MAX = 3;
/** Logs in a range from which it is not extended, as it is near the limit of the node. */
const LOGS_ENOUGH = 5_000;

/** Time for which the length of a rejected range is remembered, so that a better plan is noticed. */
const REJECTED_FOR_MS = 86_400_000;

const rejectedShape = z.object({ blocks: z.int().min(1), atMs: z.int().min(0) });
/** Shortest range that a node rejected for its length, whatever it contains, and when. */
export type RejectedLength = z.infer<typeof rejectedShape>;

/** Stored {@link RejectedLength}; null for an invalid one, and for one that is over a day old. */
export function readRejectedLength(stored: unknown, nowMs: number): RejectedLength | null {
  const { data = null } = rejectedShape.safeParse(stored);
  return data !== null && nowMs - data.atMs < REJECTED_FOR_MS ? data : null;
}

/** The rejected length after a poll: a new one is dated by it, and the last one keeps its date. */
export function nextRejectedLength(
  { rejected }: Pick<BlockRanges, 'rejected'>,
  last: RejectedLength | null,
  nowMs: number,
): RejectedLength | null {
  return rejected === null || rejected === last?.blocks ? last : { blocks: rejected, atMs: nowMs };
}

/** Logs of the blocks after the previous stretch, up to and including `upTo`. */
export interface Stretch<Log> {
  readonly upTo: number;
  readonly logs: readonly Log[];
}

/**
 * Reads long ranges of blocks in pieces that the node accepts, and limits the requests and logs of one poll. A piece is as
 * long as the last successful one, half as long after an error, and a sixteenth longer after a success. A length that the
 * node rejected as such is not requested again: after it, pieces are as long as the longest that succeeded.
 */
export class BlockRanges<Log = SenderLog> {
  #requests = 0;
  #logCount = 0;
  #guesses = 0;
  #blocksMax = BLOCKS_MAX;
  #rejected: number | null;
  /** Longest piece that succeeded. */
  #accepted = 0;

  /**
   * @param blocksNow - length of the first piece; see {@link blocks}.
   * @param rejected - length that an earlier poll found to be rejected; see {@link rejected}.
   */
  constructor(
    private readonly read: (fromBlock: number, toBlock: number) => Promise<readonly Log[]>,
    private blocksNow: number,
    rejected: number | null = null,
  ) {
    this.#rejected = rejected;
    this.blocksNow = Math.max(1, Math.min(blocksNow, this.#lengthMax));
  }

  /** Current length of a piece, with which the next poll should begin. */
  get blocks(): number {
    return this.blocksNow;
  }

  /** Shortest length that the node rejected as such; null without one. */
  get rejected(): number | null {
    return this.#rejected;
  }

  /** Number of requests so far. */
  get requests(): number {
    return this.#requests;
  }

  get #lengthMax(): number {
    return Math.min(this.#blocksMax, (this.#rejected ?? Infinity) - 1);
  }

  /**
   * Pieces in ascending order without gaps, both ends included; none if `fromBlock` is above `toBlock`.
   *
   * @param isSpent - asked after each piece; the rest is left to the next poll if it is true.
   * @throws {SourceError} of the node, if fewer blocks would not help or the piece has one block; `too_large` above 2
   *   million logs or 1 000 requests in one poll.
   */
  async *stretches(
    fromBlock: number,
    toBlock: number,
    isSpent: () => boolean = () => false,
  ): AsyncGenerator<Stretch<Log>> {
    for (let from = fromBlock; from <= toBlock;) {
      const upTo = Math.min(toBlock, from + this.blocksNow - 1);
      const logs = await this.readOrHalve(from, upTo);
      if (logs === null) continue;
      yield { upTo, logs };
      if (isSpent()) return;
      from = upTo + 1;
    }
  }

  private async readOrHalve(from: number, upTo: number): Promise<readonly Log[] | null> {
    if (++this.#requests > REQUESTS_MAX)
      throw new SourceError('too_large', 'a poll would take too many requests to this node');
    const blocks = upTo - from + 1;
    let logs: readonly Log[];
    try {
      logs = await this.read(from, upTo);
    } catch (error) {
      const help = blocks === 1 ? 'no' : fewerBlocksHelp(error);
      if (help === 'perhaps') {
        this.#guesses += 1;
        // This poll does not request as many blocks again.
        this.#blocksMax = Math.floor(blocks / 2);
      }
      if (help === 'no' || this.#guesses > GUESSES_MAX) throw error;
      this.blocksNow = this.#shorterThan(blocks, error);
      return null;
    }
    this.#accepted = Math.max(this.#accepted, blocks);
    this.#logCount += logs.length;
    if (this.#logCount > LOGS_MAX)
      throw new SourceError('too_large', `more than ${LOGS_MAX} logs were read in one poll`);
    if (blocks === this.blocksNow && logs.length < LOGS_ENOUGH) {
      this.blocksNow = Math.min(this.#lengthMax, blocks + Math.ceil(blocks / 16));
    }
    return logs;
  }

  #shorterThan(blocks: number, error: unknown): number {
    const half = Math.floor(blocks / 2);
    if (!(error instanceof JsonRpcError && error.isAboutLength)) return half;
    this.#rejected = Math.min(this.#rejected ?? Infinity, blocks);
    // A node may have changed, or be one of several at its URL.
    if (this.#accepted >= blocks) this.#accepted = 0;
    return Math.max(half, this.#accepted);
  }
}

/**
 * Estimate whether the request would succeed with fewer blocks: `yes` if the node said so, `perhaps` for errors that a long
 * range can cause, such as a timeout, `no` otherwise.
 */
function fewerBlocksHelp(error: unknown): 'yes' | 'perhaps' | 'no' {
  if (!(error instanceof SourceError)) return 'no';
  // A node that omits the logs beyond its limit returns all of fewer blocks; of one that lies, the block is found.
  if (error instanceof NodesDifferError) return 'yes';
  switch (error.kind) {
    case 'too_large':
      return 'yes';
    case 'timeout':
    case 'status':
    case 'wrong_shape':
      return 'perhaps';
    default:
      return 'no';
  }
}
