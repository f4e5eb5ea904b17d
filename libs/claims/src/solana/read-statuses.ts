import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDerived, publicKeyBytes, publicKeyText } from '@droptrack/claim-calls/solana';
import { type FollowedDistributor, type LedgerPage, type LedgerPosition, ledgerTerms } from '@droptrack/distributors';
import { type JsonRpc, SourceError } from '@droptrack/sources';
import { z } from 'zod';
import { type AccountClaim, CLAIM, type StatusPlaces } from './claim-accounts';
import { isDistributor, type Program, readProgram } from './solana-claims';
import { accountShape, accountsShape, chainOf } from './solana-node';

/** Input of a reading. */
export interface StatusReading {
  readonly distributor: FollowedDistributor;
  /** Node of the distributor's chain. */
  readonly rpc: JsonRpc;
  /** Position of the stored ledger; null without one. */
  readonly stored: LedgerPosition | null;
}

/** Size of a list of statuses: some 100 000 of `jito`, 75 000 of `jupiter`. It is held in memory several times. */
const BODY_BYTES_MAX = 32 * 1024 * 1024;
/** Accounts after which other work of the process goes on. */
const ACCOUNTS_AT_ONCE = 200;
/** Age of the reading before up to which the time of this one is taken for that of what it finds, in milliseconds. */
const SEEN_MS_MAX = 15 * 60_000;

const slotShape = z.object({ context: z.object({ slot: z.int().nonnegative() }) });
const distributorShape = slotShape.extend(accountsShape.shape);
const listShape = slotShape.extend({ value: z.array(z.object({ pubkey: z.string(), account: accountShape })) });
const timeShape = z.int().nonnegative();

/**
 * Reads what the wallets of a distributor have claimed so far, from the accounts of their claims at a finalized slot.
 *
 * The data of the distributor counts claims and tokens: while it is unchanged, so are the claims, and they are not listed. A list
 * with fewer claims than the distributor counted before is incomplete.
 *
 * @returns null from a node that is behind the ledger or behind itself: there is nothing to store.
 * @throws {SourceError} of the node; `not_found` without the distributor, `unable` for a node that does not list its claims,
 *   `wrong_shape` for an incomplete list.
 */
export async function readStatuses({ distributor, rpc, stored }: StatusReading): Promise<LedgerPage | null> {
  const { dropId, list, contract, rpc: name } = distributor;
  const program = programOf(distributor);
  const chain = await chainOf(rpc, name);
  if (chain !== program.chain)
    throw new SourceError('not_found', `the node of ${name} serves ${chain}, and the program is ${contract}`);
  const terms = ledgerTerms(distributor);
  const known = stored !== null && stored.contract === contract && stored.terms === terms ? stored : null;
  const { slot: readAt, data } = await readDistributor(rpc, program, name);
  const blockHash = `0x${sha256(data).toString('hex')}`;
  const isChanged = known?.blockHash !== blockHash;
  const { slot, statuses } = isChanged ? await listStatuses(rpc, program, name, data) : { slot: readAt, statuses: [] };
  if (slot < readAt || (known !== null && slot <= known.block)) return null;
  const atMs = await timeOf(rpc, name, slot);
  const isSeen = known !== null && atMs - known.blockAtMs <= SEEN_MS_MAX;
  return {
    ...{ dropId, list, contract, terms, firstBlock: 0, block: slot, blockHash, blockAtMs: atMs },
    ...{ head: slot, headAtMs: atMs, stored, isRestart: known === null, areTotals: true },
    claims: statuses.map(({ wallet, amount }, logIndex) => ({
      ...{ block: slot, logIndex, wallet, amount, index: null, recipient: null, transaction: null },
      atMs: isSeen ? atMs : null,
    })),
  };
}

interface StatusProgram extends Program {
  readonly statuses: StatusPlaces;
}

function programOf({ contract, style, account }: FollowedDistributor): StatusProgram {
  const program = readProgram({ contract, check: style, ...(account !== undefined && { distributor: account }) });
  const statuses = program?.accounts.statuses;
  if (program !== null && statuses !== undefined) return { ...program, statuses };
  throw new SourceError('unable', `claims of "${style}" at ${contract} are not followed`);
}

async function readDistributor(rpc: JsonRpc, program: Program, name: string) {
  const { address } = program.distributor;
  const options = { encoding: 'base64', commitment: 'finalized' };
  const answer = await rpc('getMultipleAccounts', [[address], options]);
  const { context, value } = parsed(name, 'getMultipleAccounts', distributorShape, answer);
  const [account = null] = value;
  // A distributor whose claims can be closed does not say what was claimed.
  if (account !== null && isDistributor(account, program)) return { slot: context.slot, data: account.data };
  const message = `${name}: ${address} is no distributor of ${program.address} whose claims keep their accounts`;
  throw new SourceError('not_found', message);
}

interface Status {
  readonly wallet: Uint8Array;
  /** Base units. */
  readonly amount: bigint;
}

async function listStatuses(rpc: JsonRpc, program: StatusProgram, name: string, distributor: Buffer) {
  const { statuses: places, accounts, bytes } = program;
  const { context, value } = await requestStatuses(rpc, program, name);
  const found = new Map<string, Status>();
  for (const [n, { pubkey, account }] of value.entries()) {
    if (n % ACCOUNTS_AT_ONCE === ACCOUNTS_AT_ONCE - 1) await setImmediate();
    const wallet = account.data.subarray(places.wallet, places.wallet + 32);
    const claim: AccountClaim = { wallet, index: null, distributor: program.distributor.bytes };
    const amount = account.owner === program.address ? accounts.claimedAmount(account.data, claim) : null;
    if (amount === null)
      throw new SourceError('wrong_shape', `${name}: the node lists an account that is no claim of ${program.address}`);
    const isOfDistributor = places.distributor !== null || isDerivedFrom(pubkey, accounts.seeds(claim), bytes);
    // By the wallet, of which a distributor has one claim.
    if (isOfDistributor) found.set(wallet.toString('base64'), { wallet, amount });
  }
  const count = distributor.readBigUInt64LE(places.count);
  if (BigInt(found.size) < count) {
    const message = `${name}: the node lists ${found.size} of ${count} claims of ${program.distributor.address}`;
    throw new SourceError('wrong_shape', message);
  }
  return { slot: context.slot, statuses: [...found.values()] };
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function isDerivedFrom(pubkey: string, seeds: readonly Uint8Array[] | null, program: Uint8Array): boolean {
  const address = publicKeyBytes(pubkey);
  return address !== null && seeds !== null && isDerived(address, seeds, program, sha256);
}

async function requestStatuses(rpc: JsonRpc, { address, distributor, statuses }: StatusProgram, name: string) {
  const { length, distributor: offset } = statuses;
  const filters = [
    { dataSize: length },
    { memcmp: { offset: 0, bytes: publicKeyText(CLAIM) } },
    ...(offset === null ? [] : [{ memcmp: { offset, bytes: distributor.address } }]),
  ];
  const options = { encoding: 'base64', commitment: 'finalized', withContext: true, filters };
  const answer = await rpc('getProgramAccounts', [address, options], BODY_BYTES_MAX).catch((error: unknown) => {
    throw error instanceof SourceError && REJECTIONS.has(error.kind) ? rejectionOf(error, name) : error;
  });
  return parsed(name, 'getProgramAccounts', listShape, answer);
}

/** Kinds of errors with which providers reject a list of accounts as such. */
const REJECTIONS = new Set(['status', 'not_found', 'unauthorized', 'too_large']);

function rejectionOf({ message }: SourceError, name: string): SourceError {
  const advice = 'use a node that lists the accounts of this program, in at most 32 MiB';
  return new SourceError('unable', `${name}: the claims cannot be listed: ${advice} (${message})`);
}

async function timeOf(rpc: JsonRpc, name: string, slot: number): Promise<number> {
  return parsed(name, 'getBlockTime', timeShape, await rpc('getBlockTime', [slot])) * 1_000;
}

function parsed<Shape extends z.ZodType>(name: string, method: string, shape: Shape, answer: unknown): z.infer<Shape> {
  const result = shape.safeParse(answer);
  if (result.success) return result.data;
  throw new SourceError('wrong_shape', `${name}: ${method} returned a result of another shape`);
}
