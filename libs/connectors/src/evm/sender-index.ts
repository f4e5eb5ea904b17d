import type { Block, SenderLog } from '@droptrack/sources';

/**
 * Last block of each sender in a range of blocks. It allows an exact count for any later window: senders whose last block
 * is before the window are removed.
 */
export class SenderIndex {
  readonly #lastBlock = new Map<string, number>();
  #fromBlock: number;
  #upTo: number;
  #anchor: Block;

  /**
   * @param anchor - block that identifies the chain; not before the last block of the range.
   */
  constructor(fromBlock: number, anchor: Block) {
    this.#fromBlock = fromBlock;
    this.#upTo = fromBlock - 1;
    this.#anchor = anchor;
  }

  get fromBlock(): number {
    return this.#fromBlock;
  }

  /** Last counted block; the one before `fromBlock` if none is counted yet. */
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

  /** Adds the logs of the next blocks, up to and including `upTo`. */
  add(logs: readonly SenderLog[], upTo: number): void {
    for (const { sender, block } of logs) {
      if (block > (this.#lastBlock.get(sender) ?? -1)) this.#lastBlock.set(sender, block);
    }
    this.#upTo = upTo;
  }

  /** Replaces the anchor by a later block of the same chain. */
  moveAnchor(anchor: Block): void {
    if (anchor.number > this.#anchor.number) this.#anchor = anchor;
  }

  /** Removes senders whose last block is before a later start. */
  removeBefore(fromBlock: number): void {
    for (const [sender, block] of this.#lastBlock) if (block < fromBlock) this.#lastBlock.delete(sender);
    this.#fromBlock = fromBlock;
  }
}

/** Senders in all indexes: 40 MB at about 80 bytes each. */
const SENDERS_MAX = 500_000;
const INDEXES_MAX = 5_000;

/**
 * Indexes of earlier polls in the memory of this process; the least recently used ones are evicted, and their blocks are
 * read again. The state of a poll in the database has too little room for 100 000 senders.
 */
export class SenderIndexCache {
  readonly #byKey = new Map<string, SenderIndex>();
  #senders = 0;

  constructor(private readonly sendersMax: number = SENDERS_MAX) {}

  /** Removes and returns an index, so that two polls never add to the same one. */
  take(key: string): SenderIndex | null {
    const index = this.#byKey.get(key);
    if (index === undefined) return null;
    this.#byKey.delete(key);
    this.#senders -= index.senders;
    return index;
  }

  put(key: string, index: SenderIndex): void {
    this.take(key);
    if (index.senders > this.sendersMax) return;
    this.#byKey.set(key, index);
    this.#senders += index.senders;
    for (const oldest of this.#byKey.keys()) {
      if (this.#senders <= this.sendersMax && this.#byKey.size <= INDEXES_MAX) return;
      this.take(oldest);
    }
  }
}
