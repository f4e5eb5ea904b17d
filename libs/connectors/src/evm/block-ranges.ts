import { SourceError } from '../port';
import type { SenderLog } from './chain';

/** At first; a common limit of providers. */
export const BLOCKS_AT_FIRST = 2_000;
export const BLOCKS_MAX = 50_000;
/** Of one poll. */
const REQUESTS_MAX = 1_000;
const DEEDS_MAX = 2_000_000;
/** Times that a range is halved in one poll though the node did not say that this would help. */
const GUESSES_MAX = 3;
/** A range that gave so many is not made longer: the next limit is near. */
const DEEDS_ENOUGH = 5_000;

/** What was done in the blocks up to and with `upTo`, from where the last left off. */
export interface Stretch {
  readonly upTo: number;
  readonly deeds: readonly SenderLog[];
}

/**
 * Reads long ranges of blocks in pieces that the node answers: as many blocks as went well before, half of it after a
 * refusal, a sixteenth more after a success. Also what one poll may take in all.
 */
export class BlockRanges {
  #requests = 0;
  #deeds = 0;
  #guesses = 0;
  #blocksMax = BLOCKS_MAX;

  /** @param blocks - of the first piece; see {@link blocks}. */
  constructor(
    private readonly read: (fromBlock: number, toBlock: number) => Promise<readonly SenderLog[]>,
    private blocksNow: number,
  ) {}

  /** Of a piece, as goes well now: what the next poll should begin with. */
  get blocks(): number {
    return this.blocksNow;
  }

  /**
   * Pieces in ascending order, both ends included, none left out; nothing where `fromBlock` is beyond `toBlock`.
   *
   * @throws {SourceError} what the node answered, where fewer blocks would not help or there is but one; `too_large`
   *   beyond 2 million logs or 1 000 requests in one poll.
   */
  async *stretches(fromBlock: number, toBlock: number): AsyncGenerator<Stretch> {
    for (let from = fromBlock; from <= toBlock;) {
      const upTo = Math.min(toBlock, from + this.blocksNow - 1);
      const deeds = await this.readOrHalve(from, upTo);
      if (deeds === null) continue;
      yield { upTo, deeds };
      from = upTo + 1;
    }
  }

  private async readOrHalve(from: number, upTo: number): Promise<readonly SenderLog[] | null> {
    if (++this.#requests > REQUESTS_MAX) throw new SourceError('too_large', 'a day is too many requests to this node');
    const blocks = upTo - from + 1;
    let deeds: readonly SenderLog[];
    try {
      deeds = await this.read(from, upTo);
    } catch (error) {
      const help = blocks === 1 ? 'no' : fewerBlocksHelp(error);
      if (help === 'perhaps') {
        this.#guesses += 1;
        // What a node failed over, it is not asked again in this poll.
        this.#blocksMax = Math.floor(blocks / 2);
      }
      if (help === 'no' || this.#guesses > GUESSES_MAX) throw error;
      this.blocksNow = Math.floor(blocks / 2);
      return null;
    }
    this.#deeds += deeds.length;
    if (this.#deeds > DEEDS_MAX)
      throw new SourceError('too_large', `more than ${DEEDS_MAX} logs were read in one poll`);
    if (blocks === this.blocksNow && deeds.length < DEEDS_ENOUGH) {
      this.blocksNow = Math.min(this.#blocksMax, blocks + Math.ceil(blocks / 16));
    }
    return deeds;
  }
}

/**
 * Whether the same question about fewer blocks makes sense: `yes` when that is what the answer said, `perhaps` when
 * the node failed over it in another way, as by taking too long, `no` when it would fail as well.
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
