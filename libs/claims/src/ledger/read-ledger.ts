import {
  type ClaimLogReader,
  claimLogReader,
  followedStyle,
  type FollowedDistributor,
  type LedgerClaim,
  type LedgerPage,
  type LedgerPosition,
  UNCONFIRMED_BLOCKS,
} from '@droptrack/distributors';
import { type Block, type BlockRanges, type Chain, type ContractLog, SourceError } from '@droptrack/sources';
import { hexToBytes } from 'viem/utils';
import { BlockTimes } from './block-times';
import { firstBlockOf } from './first-block';

/** Input of a reading. */
export interface LedgerReading {
  readonly distributor: FollowedDistributor;
  /** Node of the distributor's chain. */
  readonly chain: Chain;
  /** Reads the logs of the distributor. */
  readonly ranges: BlockRanges<ContractLog>;
  /** Position of the stored ledger; null without one. */
  readonly stored: LedgerPosition | null;
  /** True once the rest has to be left to the next reading. */
  readonly isSpent: () => boolean;
}

/** Claims of a page, beyond which the rest is left to the next reading: they are held in memory and stored at once. */
const CLAIMS_ENOUGH = 20_000;

/** Claims of a distributor, with the filter of its logs. */
export function readerOf({ style, contract }: FollowedDistributor): ClaimLogReader & { readonly address: string } {
  const known = followedStyle(style);
  if (known === null) throw new SourceError('unable', `claims of the style "${style}" are not followed`);
  return { ...claimLogReader(known), address: addressOf(contract) };
}

/**
 * Reads the claims of a distributor since its ledger, up to 64 blocks before the latest.
 *
 * The hash of a block identifies all blocks before it: while that of the ledger is part of the chain, only new blocks are read;
 * otherwise the page begins anew, at any depth of a reorganisation. A page is valid if its last block is part of the chain after
 * its logs were read.
 *
 * @returns null if there is nothing to store: the node is behind the ledger, the contract has no confirmed block yet, or the
 *   end of the page was replaced meanwhile.
 * @throws {SourceError} of the node; `not_found` without a contract, `wrong_shape` for a log that is no claim of its style,
 *   `unable` for a node that does not know when the contract was created.
 */
export async function readLedger(reading: LedgerReading): Promise<LedgerPage | null> {
  const { distributor, chain } = reading;
  await assertChain(chain, distributor.contract);
  const head = await chain.latest();
  const start = await startOf(reading, head);
  if (start === null) return null;
  const { contract, dropId, list } = distributor;
  const page = { contract, dropId, list, head: head.number, headAtMs: head.atMs, ...start };
  const last = Math.max(start.block, head.number - UNCONFIRMED_BLOCKS);
  if (last === start.block) return { ...page, claims: [] };
  // Requested before the logs: if it is still part of the chain after them, they are of one chain.
  const target = await chain.block(last);
  const { claims, upTo } = await readClaims(reading, start.block + 1, last);
  const end = upTo === last ? target : await chain.block(upTo);
  if (!(await chain.holds(target))) return null;
  return { ...page, block: end.number, blockHash: end.hash.toLowerCase(), blockAtMs: end.atMs, claims };
}

/** Part of a page that is known before its logs are read. */
type Start = Omit<LedgerPage, 'contract' | 'dropId' | 'list' | 'head' | 'headAtMs' | 'claims'>;

/** Block after which the page begins; null if there is none. */
async function startOf({ stored, distributor, chain }: LedgerReading, head: Block): Promise<Start | null> {
  const terms = termsOf(distributor);
  if (stored?.terms === terms) {
    if (head.number < stored.block) return null;
    const { atMs, hash } = await chain.block(stored.block);
    if (hash.toLowerCase() === stored.blockHash) return { ...stored, blockAtMs: atMs, stored, isAnew: false };
  }
  const known = stored?.terms === terms ? stored.firstBlock : null;
  const firstBlock = await firstOf(distributor, chain, head.number).catch(orKnown(known));
  const before = Math.max(0, firstBlock - 1);
  if (before >= head.number - UNCONFIRMED_BLOCKS) return null;
  const { atMs, hash } = await chain.block(before);
  const position = { terms, firstBlock, block: before, blockHash: hash.toLowerCase() };
  return { ...position, blockAtMs: atMs, stored, isAnew: true };
}

/** The first block that an earlier reading found, for a node that has lost the states in which to search for it since. */
function orKnown(known: number | null): (error: unknown) => number {
  return (error) => {
    if (known !== null && error instanceof SourceError && error.kind === 'unable') return known;
    throw error;
  };
}

async function firstOf({ contract, fromBlock }: FollowedDistributor, chain: Chain, head: number): Promise<number> {
  if (!(await chain.hasContract(addressOf(contract))))
    throw new SourceError('not_found', `there is no contract at ${contract}`);
  if (fromBlock === null) return Math.max(1, await firstBlockOf(chain, addressOf(contract), head));
  if (fromBlock <= head) return Math.max(1, fromBlock);
  throw new SourceError(
    'not_found',
    `claim.from_block is ${fromBlock}, and the latest block of ${chain.name} is ${head}`,
  );
}

/** Reads logs until the last block or the end of the budget; `upTo` is the last block that was read wholly. */
async function readClaims({ distributor, chain, ranges, isSpent }: LedgerReading, from: number, last: number) {
  const claimOf = claimReader(distributor, chain.name);
  const times = new BlockTimes(chain);
  const claims: LedgerClaim[] = [];
  const isEnough = () => isSpent() || claims.length >= CLAIMS_ENOUGH;
  let [upTo, current] = [from - 1, -1];
  for await (const stretch of ranges.stretches(from, last)) {
    for (const log of stretch.logs) {
      // At least one block with claims is read, so that every reading makes progress.
      if (current >= 0 && log.blockNumber > current && isEnough()) return { claims, upTo: log.blockNumber - 1 };
      current = log.blockNumber;
      const claim = claimOf(log);
      if (claim !== null) claims.push({ ...claim, atMs: await times.of(log) });
    }
    upTo = stretch.upTo;
    if (isEnough()) break;
  }
  return { claims, upTo };
}

/** Claim of a log without its time; null for one in another token. */
function claimReader(distributor: FollowedDistributor, chain: string) {
  const reader = readerOf(distributor);
  return (log: ContractLog): Omit<LedgerClaim, 'atMs'> | null => {
    const claim = reader.read(log);
    if (claim === null) {
      const { contract, style } = distributor;
      const message = `${chain}: a log of ${contract} in block ${log.blockNumber} is no claim of the style "${style}"`;
      throw new SourceError('wrong_shape', message);
    }
    const { wallet, amount, index, recipient, token } = claim;
    if (token !== null && token.toLowerCase() !== distributor.token?.toLowerCase()) return null;
    return {
      ...{ block: log.blockNumber, logIndex: log.logIndex, transaction: log.transactionHash.toLowerCase() },
      ...{ wallet: keyOf(wallet), amount, index, recipient: recipient === null ? null : keyOf(recipient) },
    };
  };
}

async function assertChain(chain: Chain, contract: string): Promise<void> {
  const id = await chain.id();
  if (contract.startsWith(`eip155:${id}:`)) return;
  throw new SourceError('not_found', `the node of ${chain.name} serves chain ${id}, and the contract is ${contract}`);
}

/** Other terms begin a ledger anew. */
const termsOf = ({ style, token, fromBlock }: FollowedDistributor): string =>
  [style, ...(token === null ? [] : [token.toLowerCase()]), ...(fromBlock === null ? [] : [`from ${fromBlock}`])].join(
    ' ',
  );

const addressOf = (contract: string): string => contract.slice(contract.lastIndexOf(':') + 1);
const keyOf = (address: string): Uint8Array => hexToBytes(address as `0x${string}`);
