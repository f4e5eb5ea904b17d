import { SourceError } from '../port';
import type { SenderLog } from './chain';

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

/** Logs of the blocks after the previous stretch, up to and including `upTo`. */
export interface Stretch<Log> {
  readonly upTo: number;
  readonly logs: readonly Log[];
}

/**
 * Reads long ranges of blocks in pieces that the node accepts, and limits the requests and logs of one poll. A piece is as
 * long as the last successful one, half as long after an error, and a sixteenth longer after a success.
 */
export class BlockRanges<Log = SenderLog> {
  #requests = 0;
  #logCount = 0;
  #guesses = 0;
  #blocksMax = BLOCKS_MAX;

  /** @param blocksNow - length of the first piece; see {@link blocks}. */
  constructor(
    private readonly read: (fromBlock: number, toBlock: number) => Promise<readonly Log[]>,
    private blocksNow: number,
  ) {}

  /** Current length of a piece, with which the next poll should begin. */
  get blocks(): number {
    return this.blocksNow;
  }

  /**
   * Pieces in ascending order without gaps, both ends included; none if `fromBlock` is above `toBlock`.
   *
   * @throws {SourceError} of the node, if fewer blocks would not help or the piece has one block; `too_large` above 2
   *   million logs or 1 000 requests in one poll.
   */
  async *stretches(fromBlock: number, toBlock: number): AsyncGenerator<Stretch<Log>> {
    for (let from = fromBlock; from <= toBlock;) {
      const upTo = Math.min(toBlock, from + this.blocksNow - 1);
      const logs = await this.readOrHalve(from, upTo);
      if (logs === null) continue;
      yield { upTo, logs };
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
      this.blocksNow = Math.floor(blocks / 2);
      return null;
    }
    this.#logCount += logs.length;
    if (this.#logCount > LOGS_MAX)
      throw new SourceError('too_large', `more than ${LOGS_MAX} logs were read in one poll`);
    if (blocks === this.blocksNow && logs.length < LOGS_ENOUGH) {
      this.blocksNow = Math.min(this.#blocksMax, blocks + Math.ceil(blocks / 16));
    }
    return logs;
  }
}

/**
 * Estimate whether the request would succeed with fewer blocks: `yes` if the node said so, `perhaps` for errors that a long
 * range can cause, such as a timeout, `no` otherwise.
 */
function fewerBlocksHelp(error: unknown): 'yes' | 'perhaps' | 'no' {
  if (!(error instanceof SourceError)) return 'no';
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
