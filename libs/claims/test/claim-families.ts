import type { AskNode, ClaimTerms, NodeResponse } from '@droptrack/claim-calls';
import type { AllocationProof, LeafField } from '@droptrack/contracts';
import { type DistributorStyleName, distributorStyle } from '@droptrack/distributors';
import { PORTABLE_HASH, portableKind } from '@droptrack/eligibility';
import { type Hex, hexToBytes, keccak256, numberToHex, toHex } from 'viem';
import { type Anvil, rpc } from '../../../tools/test/anvil';
import { rpcAll } from './followed-styles';

export const CHAIN_ID = 31_337;
/** Seconds since the epoch that every test reaches, and one that none does. */
export const [PAST, FUTURE] = [1_000, 9_000_000_000];

/** Allocation of a wallet. */
export interface Row {
  readonly index: bigint;
  readonly wallet: Hex;
  /** Base units. */
  readonly amount: bigint;
}

/** Leaf of a tree: its format, with its fields for the formats that need them. */
export interface Leaf {
  readonly format: AllocationProof['format'];
  readonly fields?: LeafField[];
}

/** Rows of generated wallets, with amounts from 1 base unit to some 10^24. */
export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => {
    const hash = keccak256(numberToHex(n, { size: 32 }));
    const amount = 1n + (BigInt(hash) >> 176n) / 10n ** BigInt(n % 24);
    return { index: BigInt(n), wallet: `0x${hash.slice(-40)}`, amount };
  });

const field = (type: string, is: LeafField['is'], value: string | null = null): LeafField => ({ type, is, value });

/** Leaves of the styles whose functions are in `contracts/`, for a token. */
export const leavesOf = (token: string) =>
  ({
    indexed: { format: 'uniswap' },
    wallet: { format: 'packed', fields: [field('address', 'wallet'), field('uint256', 'amount')] },
    ens: { format: 'ens' },
    morpho: {
      format: 'openzeppelin',
      fields: [field('address', 'wallet'), field('address', null, token), field('uint256', 'amount')],
    },
    merkl: {
      format: 'abi',
      fields: [field('address', 'wallet'), field('address', null, token), field('uint256', 'amount')],
    },
    sablier: {
      format: 'openzeppelin',
      fields: [field('uint256', 'index'), field('address', 'wallet'), field('uint128', 'amount')],
    },
  }) satisfies Record<string, Leaf>;

/** Tree with sorted pairs, filled up to a power of two. */
export interface ClaimTree {
  readonly root: Hex;
  proofOf(row: Row): AllocationProof;
}

/** Builds the tree that a project would publish. */
export function claimTree({ format, fields }: Leaf, rows: readonly Row[]): ClaimTree {
  const { keccak256: hash } = PORTABLE_HASH;
  const of = fields === undefined ? {} : { fields };
  const leaves = rows.map(({ wallet, amount, index }) =>
    portableKind(format)!.leafHash({ wallet: hexToBytes(wallet), amount, index, ...of }, PORTABLE_HASH),
  );
  while ((leaves.length & (leaves.length - 1)) !== 0) leaves.push(hash(hexToBytes(numberToHex(leaves.length))));
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, n) =>
      hash(Buffer.concat([below[2 * n]!, below[2 * n + 1]!].sort((a, b) => Buffer.compare(a, b)))),
    );
  }
  const root = toHex(levels.at(-1)![0]!);
  const proofOf = (row: Row): AllocationProof => ({
    ...{ format, root, root_published: true, ...of },
    index: format === 'uniswap' || fields?.some(({ is }) => is === 'index') === true ? Number(row.index) : null,
    proof: levels.slice(0, -1).map((level, depth) => toHex(level[(Number(row.index) >> depth) ^ 1]!)),
  });
  return { root, proofOf };
}

type Over = Partial<Omit<ClaimTerms, 'contract'>> & { readonly contract?: Partial<ClaimTerms['contract']> };

/** Terms of the claim of a row, as the catalogue and the list state them. */
export function termsOf(
  style: DistributorStyleName,
  { address, token }: { readonly address: string; readonly token: string },
  { wallet, amount, index }: Row,
  tree: ClaimTree | null,
  { contract, ...over }: Over = {},
): ClaimTerms {
  const proof = tree?.proofOf({ wallet, amount, index }) ?? null;
  return {
    contract: {
      ...{ chainId: CHAIN_ID, address: address.toLowerCase(), style: distributorStyle(style)!, codeHash: null },
      ...{ token: token.toLowerCase(), window: { opensAtMs: null, closesAtMs: null } },
      ...contract,
    },
    ...{ wallet, to: null, delegate: null, acceptForgone: false, amount, proof },
    index: proof === null || proof.index === null ? null : index,
    ...over,
  };
}

/** A node of prepared claims. */
export const askNode =
  ({ url }: Pick<Anvil, 'url'>): AskNode =>
  async (requests) => {
    const body = JSON.stringify(requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request })));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    const answers = (await response.json()) as ({ id: number } & NodeResponse)[];
    return answers.sort((a, b) => a.id - b.id);
  };

/** A node whose responses to a method are others. */
export const withFault =
  (node: AskNode, method: string, faulty: (response: NodeResponse) => NodeResponse): AskNode =>
  async (requests) =>
    (await node(requests)).map((response, n) => (requests[n]!.method === method ? faulty(response) : response));

/** A node that simulates in a block some seconds after the one of the checks, as geth does; anvil simulates at its time. */
export const simulatingAfter =
  (node: AskNode, seconds: number): AskNode =>
  async (requests) => {
    const [head] = await node([{ method: 'eth_getBlockByNumber', params: ['latest', false] }]);
    const { timestamp } = (head as { result: { timestamp: Hex } }).result;
    const later = { blockOverrides: { time: numberToHex(Number(timestamp) + seconds) } };
    return node(
      requests.map((request) => {
        if (request.method !== 'eth_simulateV1') return request;
        const [{ blockStateCalls }, at] = request.params as [{ blockStateCalls: object[] }, string];
        return {
          ...request,
          params: [{ blockStateCalls: blockStateCalls.map((each) => ({ ...each, ...later })) }, at],
        };
      }),
    );
  };

/** Call of an account, whose value is 0 by default. */
export interface SentCall {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value?: string;
}

/** Sends calls of any accounts in one block, and returns which the chain accepted. @param atSeconds - time of the block. */
export async function sendAll({ url }: Pick<Anvil, 'url'>, calls: readonly SentCall[], atSeconds?: number) {
  const params = calls.map((call) => ({ value: '0x0', gas: '0x1e8480', ...call }));
  const money = calls.map(({ from }) => ({ method: 'anvil_setBalance', params: [from, '0xde0b6b3a7640000'] }));
  await rpcAll(url, money);
  const hashes = await rpcAll<Hex>(
    url,
    params.map((call) => ({ method: 'eth_sendTransaction', params: [call] })),
  );
  await (atSeconds === undefined ? rpc(url, 'evm_mine') : rpc(url, 'evm_mine', atSeconds));
  const receipts = await rpcAll<{ status: Hex; logs: unknown[] }>(
    url,
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  return receipts.map(({ status }) => status === '0x1');
}

/** Balances of a token, in base units. */
export const balancesOf = async ({ url }: Pick<Anvil, 'url'>, token: string, accounts: readonly string[]) =>
  (
    await rpcAll<Hex>(
      url,
      accounts.map((account) => ({
        method: 'eth_call',
        params: [{ to: token, data: `0x70a08231${account.slice(2).padStart(64, '0')}` }, 'latest'],
      })),
    )
  ).map(BigInt);
