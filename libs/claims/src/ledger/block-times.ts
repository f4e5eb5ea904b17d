import { type Chain, type ContractLog, SourceError } from '@droptrack/sources';

/** Times of the blocks of logs. A node that does not state them with its logs is asked once per block. */
export class BlockTimes {
  #last: { readonly number: number; readonly atMs: number } | null = null;

  constructor(private readonly chain: Chain) {}

  /**
   * Milliseconds since the epoch.
   *
   * @throws {SourceError} if the block of the log is no longer part of the chain.
   */
  async of({ atMs, blockNumber, blockHash }: ContractLog): Promise<number> {
    if (atMs !== null) return atMs;
    if (this.#last?.number === blockNumber) return this.#last.atMs;
    const block = await this.chain.block(blockNumber);
    if (block.hash.toLowerCase() !== blockHash.toLowerCase())
      throw new SourceError('wrong_shape', `${this.chain.name}: block ${blockNumber} was replaced while it was read`);
    this.#last = block;
    return block.atMs;
  }
}
