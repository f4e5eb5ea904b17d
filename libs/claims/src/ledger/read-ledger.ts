import {
  type FollowedDistributor,
  type LedgerPage,
  type LedgerPosition,
  ledgerTerms,
  UNCONFIRMED_BLOCKS,
} from '@droptrack/distributors';
import { type Block, type ChainReader, SourceError } from '@droptrack/sources';
import { addressOf, otherChain } from '../contract-id';
import { type ClaimReading, readClaims } from './read-claims';
import { firstBlockOf } from './first-block';
import { readVesting } from './read-vesting';

/** Input of a reading. */
export interface LedgerReading extends ClaimReading {
  /** Position of the stored ledger; null without one. */
  readonly stored: LedgerPosition | null;
  /** Receives the failure that ended the page before its last block. */
  readonly onFailure: (failure: SourceError) => void;
}

/**
 * Reads the claims of a distributor since its ledger, up to 64 blocks before the latest.
 *
 * The hash of a block identifies all blocks before it: while that of the ledger is part of the chain, only new blocks are read;
 * otherwise the page restarts the ledger, at any depth of a reorganisation. A page is valid if its last block is part of the chain
 * after its logs were read. A failure after some blocks ends the page before it.
 *
 * @returns null if there is nothing to store: the node is behind the ledger, the contract has no confirmed block yet, or the
 *   end of the page was replaced meanwhile.
 * @throws {SourceError} of the node; `not_found` without a contract, `wrong_shape` for a log that is no claim of its style,
 *   `unable` for a node that does not know when the contract was created.
 */
export async function readLedger(reading: LedgerReading): Promise<LedgerPage | null> {
  const { distributor, chain } = reading;
  const other = await otherChain(chain, distributor.contract);
  if (other !== null) throw new SourceError('not_found', other);
  const head = await chain.latest();
  const start = await startOf(reading, head);
  if (start === null) return null;
  const { dropId, list } = distributor;
  const vesting = start.isRestart ? { vesting: await readVesting(chain, distributor) } : {};
  const page = { dropId, list, head: head.number, headAtMs: head.atMs, ...start, ...vesting };
  const last = Math.max(start.block, head.number - UNCONFIRMED_BLOCKS);
  if (last === start.block) return { ...page, claims: [] };
  // Requested before the logs: if it is still part of the chain after them, they are of one chain.
  const target = await chain.block(last);
  const { claims, upTo, failure } = await readClaims(reading, start.block + 1, last);
  if (failure !== null) reading.onFailure(failure);
  const end = upTo === last ? target : await chain.block(upTo);
  if (!(await chain.holds(target))) return null;
  return { ...page, block: end.number, blockHash: end.hash.toLowerCase(), blockAtMs: end.atMs, claims };
}

/** Part of a page that is known before its logs are read. */
type Start = Omit<LedgerPage, 'dropId' | 'list' | 'head' | 'headAtMs' | 'claims'>;

/** Block after which the page begins; null if there is none. */
async function startOf({ stored, distributor, chain }: LedgerReading, head: Block): Promise<Start | null> {
  const { contract, fromBlock } = distributor;
  const terms = ledgerTerms(distributor);
  const known = stored !== null && stored.contract === contract && stored.terms === terms ? stored : null;
  if (known !== null && (fromBlock === null || fromBlock >= known.firstBlock)) {
    if (head.number < known.block) return null;
    const { atMs, hash } = await chain.block(known.block);
    if (hash.toLowerCase() === known.blockHash) return { ...known, blockAtMs: atMs, stored, isRestart: false };
  }
  const firstBlock = await firstOf(distributor, chain, head.number).catch(orKnown(known?.firstBlock ?? null));
  const before = Math.max(0, firstBlock - 1);
  if (before >= head.number - UNCONFIRMED_BLOCKS) return null;
  const { atMs, hash } = await chain.block(before);
  const position = { contract, terms, firstBlock, block: before, blockHash: hash.toLowerCase() };
  return { ...position, blockAtMs: atMs, stored, isRestart: true };
}

/** The first block that an earlier reading found, for a node that has lost the states in which to search for it since. */
function orKnown(known: number | null): (error: unknown) => number {
  return (error) => {
    if (known !== null && error instanceof SourceError && error.kind === 'unable') return known;
    throw error;
  };
}

/** A stated block is taken without the code of the contract, which some contracts destroy in the end. */
async function firstOf(
  { contract, fromBlock }: FollowedDistributor,
  chain: ChainReader,
  head: number,
): Promise<number> {
  if (fromBlock !== null) {
    if (fromBlock <= head) return Math.max(1, fromBlock);
    const message = `claim.from_block is ${fromBlock}, and the latest block of ${chain.name} is ${head}`;
    throw new SourceError('not_found', message);
  }
  if (await chain.hasContract(addressOf(contract)))
    return Math.max(1, await firstBlockOf(chain, addressOf(contract), head));
  throw new SourceError('not_found', `there is no contract at ${contract}`);
}
