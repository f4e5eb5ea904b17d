import type { Block, SenderLog } from './chain';

/**
 * Who did something in a stretch of blocks, and in which of them last. From that the count of any later window follows
 * exactly: who did it last before the window begins is not in it.
 */
export class SenderIndex {
  readonly #lastBlock = new Map<string, number>();
  #fromBlock: number;
  #upTo: number;
  #anchor: Block;

  /**
   * @param anchor - what was read is of the chain that holds this block. Not before the last block that is read.
   */
  constructor(fromBlock: number, anchor: Block) {
    this.#fromBlock = fromBlock;
    this.#upTo = fromBlock - 1;
    this.#anchor = anchor;
  }

  get fromBlock(): number {
    return this.#fromBlock;
  }

  /** Up to and with this block all is counted; one before the first where nothing is yet. */
  get upTo(): number {
    return this.#upTo;
  }

  get anchor(): Block {
    return this.#anchor;
  }

  get senders(): number {
    return this.#lastBlock.size;
  }

  has(sender: string): boolean {
    return this.#lastBlock.has(sender);
  }

  /** Counts what was done in the blocks that come next, up to and with `upTo`. */
  add(deeds: readonly SenderLog[], upTo: number): void {
    for (const { sender, block } of deeds) {
      if (block > (this.#lastBlock.get(sender) ?? -1)) this.#lastBlock.set(sender, block);
    }
    this.#upTo = upTo;
  }

  /** Ties it to a later block of the same chain. */
  moveAnchor(anchor: Block): void {
    if (anchor.number > this.#anchor.number) this.#anchor = anchor;
  }

  /** Lets go of who was last there before a window that begins later. */
  forgetBefore(fromBlock: number): void {
    for (const [sender, block] of this.#lastBlock) if (block < fromBlock) this.#lastBlock.delete(sender);
    this.#fromBlock = fromBlock;
  }
}

/** In all that are kept: at some 80 bytes each 40 MB. */
const SENDERS_MAX = 500_000;
const TALLIES_MAX = 5_000;

/**
 * Tallies of earlier polls, those that were not asked for longest let go of first. They are kept in this process only:
 * 100 000 senders are beyond what a poll may keep, and what is lost is read again.
 */
export class SenderIndexCache {
  readonly #byKey = new Map<string, SenderIndex>();
  #senders = 0;

  constructor(private readonly sendersMax: number = SENDERS_MAX) {}

  /** Takes it off the shelf, so that two polls of the same question never count into the same tally. */
  take(key: string): SenderIndex | null {
    const tally = this.#byKey.get(key);
    if (tally === undefined) return null;
    this.#byKey.delete(key);
    this.#senders -= tally.senders;
    return tally;
  }

  put(key: string, tally: SenderIndex): void {
    this.take(key);
    if (tally.senders > this.sendersMax) return;
    this.#byKey.set(key, tally);
    this.#senders += tally.senders;
    for (const oldest of this.#byKey.keys()) {
      if (this.#senders <= this.sendersMax && this.#byKey.size <= TALLIES_MAX) return;
      this.take(oldest);
    }
  }
}
