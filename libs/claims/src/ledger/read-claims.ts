import {
  type ClaimLogReader,
  claimLogReader,
  followedStyle,
  type FollowedDistributor,
  type LedgerClaim,
} from '@droptrack/distributors';
import { type BlockRanges, type ChainReader, type ContractLog, SourceError } from '@droptrack/sources';
import { addressOf } from '../contract-id';

/** Input of a reading of claims. */
export interface ClaimReading {
  readonly distributor: FollowedDistributor;
  /** Chain of the distributor. */
  readonly chain: ChainReader;
  /** Reads the logs of the distributor. */
  readonly ranges: BlockRanges<ContractLog>;
  /** True once the rest has to be left to the next reading. */
  readonly isSpent: () => boolean;
}

/** Claims of a page, beyond which the rest is left to the next reading: they are held in memory and stored at once. */
const CLAIMS_ENOUGH = 10_000;

/** Claims of a distributor, with the filter of its logs. */
export function readerOf({ style, contract }: FollowedDistributor): ClaimLogReader & { readonly address: string } {
  const known = followedStyle(style);
  if (known === null) throw new SourceError('unable', `claims of the style "${style}" are not followed`);
  return { ...claimLogReader(known), address: addressOf(contract) };
}

/** Blocks that were read wholly, up to the last one, the end of the budget, or a failure. */
interface ReadBlocks {
  readonly claims: readonly LedgerClaim[];
  readonly upTo: number;
  /** Failure that ended them; null for none. */
  readonly failure: SourceError | null;
}

/**
 * Reads the claims of blocks, both inclusive.
 *
 * @throws {SourceError} if not even the first block could be read.
 */
export async function readClaims(reading: ClaimReading, from: number, last: number): Promise<ReadBlocks> {
  const claims: LedgerClaim[] = [];
  const read = { upTo: from - 1, additions: [] };
  try {
    await collectClaims(reading, { from, last }, claims, read);
    return { claims: withAdditions(claims, read.additions), upTo: read.upTo, failure: null };
  } catch (error) {
    if (!(error instanceof SourceError) || read.upTo < from) throw error;
    const whole = withAdditions(claims, read.additions).filter(({ block }) => block <= read.upTo);
    return { claims: whole, upTo: read.upTo, failure: error };
  }
}

/** Claims with the amounts that they pay in addition, each of which is in the transaction of its claim. */
function withAdditions(claims: readonly LedgerClaim[], additions: readonly LedgerClaim[]): readonly LedgerClaim[] {
  if (additions.length === 0) return claims;
  const keyOfClaim = ({ transaction, index }: LedgerClaim) => `${transaction} ${index}`;
  const amounts = new Map(additions.map((addition) => [keyOfClaim(addition), addition.amount]));
  return claims.map((claim) => ({ ...claim, amount: claim.amount + (amounts.get(keyOfClaim(claim)) ?? 0n) }));
}

/** @param read - `upTo` is moved to each block that was read wholly; `additions` are those to claims. */
async function collectClaims(
  { distributor, chain, ranges, isSpent }: ClaimReading,
  { from, last }: { readonly from: number; readonly last: number },
  claims: LedgerClaim[],
  read: { upTo: number; readonly additions: LedgerClaim[] },
): Promise<void> {
  const claimOf = claimReader(distributor, chain.name);
  const times = new BlockTimes(chain);
  const isEnough = () => isSpent() || claims.length >= CLAIMS_ENOUGH;
  let current = -1;
  for await (const stretch of ranges.stretches(from, last)) {
    for (const log of stretch.logs) {
      read.upTo = log.blockNumber - 1;
      // At least one block with claims is read, so that every reading makes progress.
      if (current >= 0 && log.blockNumber > current && isEnough()) return;
      current = log.blockNumber;
      const claim = claimOf(log);
      if (claim === null) continue;
      const { isAddition, ...stated } = claim;
      (isAddition ? read.additions : claims).push({ ...stated, atMs: await times.of(log) });
    }
    read.upTo = stretch.upTo;
    if (isEnough()) return;
  }
}

/** Claim of a log without its time; null for one in another token. */
function claimReader(distributor: FollowedDistributor, chain: string) {
  const reader = readerOf(distributor);
  return (log: ContractLog): (Omit<LedgerClaim, 'atMs'> & { readonly isAddition: boolean }) | null => {
    const claim = reader.read(log);
    if (claim === null) {
      const { contract, style } = distributor;
      const message = `${chain}: a log of ${contract} in block ${log.blockNumber} is no claim of the style "${style}"`;
      throw new SourceError('wrong_shape', message);
    }
    const { wallet, amount, index, recipient, token, isAddition } = claim;
    if (token !== null && token.toLowerCase() !== distributor.token?.toLowerCase()) return null;
    return {
      ...{ block: log.blockNumber, logIndex: log.logIndex, transaction: log.transactionHash.toLowerCase() },
      ...{ wallet: keyOf(wallet), amount, index, recipient: recipient === null ? null : keyOf(recipient), isAddition },
    };
  };
}

/** Times of the blocks of logs. A node that does not state them with its logs is asked once per block. */
class BlockTimes {
  #last: { readonly number: number; readonly atMs: number } | null = null;

  constructor(private readonly chain: ChainReader) {}

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

const keyOf = (address: string): Uint8Array => Buffer.from(address.slice(2), 'hex');
