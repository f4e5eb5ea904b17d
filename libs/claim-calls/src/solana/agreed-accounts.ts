import type { ClaimActionReasonCode } from '@droptrack/contracts';
import type { AskNode, NodeRequest, NodeResponse } from '../node-requests';
import { bytesOfBase64, viewOf } from './bytes';

/** Account as a node states it; `owner` is the base58 address of the program that it belongs to. */
export type ChainAccount = NonNullable<ReturnType<typeof chainAccount>>;

/** Account in which the chain keeps its time. */
export const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const CLOCK_LENGTH = 40;

/** Accounts that are read, on a given chain. */
export interface AccountsQuery {
  /** CAIP-2. */
  readonly chain: string;
  /** Base58, at most 99. */
  readonly addresses: readonly string[];
  /** Lengths of data whose rent is asked for. */
  readonly lengths: readonly number[];
}

/** Time of the chain, as programs see it, in slots and in seconds since the epoch. */
export type ClockState = NonNullable<ReturnType<typeof clockOf>>;

/** Accounts at one slot. */
export interface AccountsReading {
  readonly slot: number;
  readonly clock: ClockState;
  /** Null for an address without one. */
  readonly accounts: ReadonlyMap<string, ChainAccount | null>;
  /** Lamports by the lengths of the query. */
  readonly rents: readonly bigint[];
}

interface Found {
  readonly reading: AccountsReading;
  readonly node: AskNode;
  readonly key: string;
}

type Gap = Extract<ClaimActionReasonCode, `node${string}`>;

const NODES_MAX = 3;
/** Seconds by which the times of nodes that agree can differ. */
const APART_SECONDS_MAX = 60;
/** Length of the reference of a chain: a prefix of the hash of its first block. */
const REFERENCE_LENGTH = 32;

/**
 * Reads accounts in one request per node. A node reads at its own slot, so that nodes are compared by what follows from their accounts:
 * of several, two must agree on it, at times that are close.
 *
 * @param nodes - nodes of the chain; the first three are asked.
 * @param keyOf - text that is equal for readings that agree.
 * @returns the earlier reading of two that agree, with the nodes that do; a code without one.
 */
export async function readAgreedAccounts(
  nodes: readonly AskNode[],
  query: AccountsQuery,
  keyOf: (reading: AccountsReading) => string,
): Promise<{ readonly reading: AccountsReading; readonly nodes: readonly AskNode[] } | Gap> {
  const asked = nodes.slice(0, NODES_MAX);
  const needed = Math.min(2, asked.length);
  if (needed === 0) return 'node_missing';
  const read = await Promise.all(asked.map((node) => readAccounts(node, query)));
  if (read.includes('node_wrong_chain')) return 'node_wrong_chain';
  const found = read.flatMap((reading, n) => {
    const node = asked[n];
    return typeof reading === 'string' || node === undefined ? [] : [{ reading, node, key: keyOf(reading) }];
  });
  if (found.length < needed) return 'node_unavailable';
  const apart = (a: Found, b: Found): number => Number(a.reading.clock.atSeconds - b.reading.clock.atSeconds);
  const agrees = (a: Found) => (b: Found) => a.key === b.key && Math.abs(apart(a, b)) <= APART_SECONDS_MAX;
  const [agreed] = found.filter((each) => found.filter(agrees(each)).length >= needed).sort(apart);
  if (agreed === undefined) return 'nodes_disagree';
  return { reading: agreed.reading, nodes: found.filter(agrees(agreed)).map(({ node }) => node) };
}

async function readAccounts(
  node: AskNode,
  { chain, addresses, lengths }: AccountsQuery,
): Promise<AccountsReading | Gap> {
  const all = [...addresses, CLOCK];
  const requests: NodeRequest[] = [
    { method: 'getGenesisHash', params: [] },
    { method: 'getMultipleAccounts', params: [all, { encoding: 'base64', commitment: 'confirmed' }] },
    ...lengths.map((length) => ({ method: 'getMinimumBalanceForRentExemption', params: [length] })),
  ];
  const [genesis, listed, ...rents] = (await node(requests).catch(() => [])).map(resultOf);
  if (typeof genesis !== 'string') return 'node_unavailable';
  if (chain !== `solana:${genesis.slice(0, REFERENCE_LENGTH)}`) return 'node_wrong_chain';
  const { context, value } = (listed ?? {}) as { context?: { slot?: unknown }; value?: unknown };
  const accounts = Array.isArray(value) ? value.map(chainAccount) : [];
  const clock = clockOf(accounts.at(-1));
  const isWhole = accounts.length === all.length && !accounts.includes(undefined) && rents.length === lengths.length;
  if (!isCount(context?.slot) || clock === null || !isWhole || !rents.every(isCount)) return 'node_unavailable';
  return {
    ...{ slot: context.slot, clock, rents: rents.map(BigInt) },
    accounts: new Map(addresses.map((address, n) => [address, accounts[n] ?? null])),
  };
}

const resultOf = (response: NodeResponse): unknown => ('error' in response ? undefined : response.result);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Account of a response with base64 data; undefined for a value of another shape. */
export function chainAccount(value: unknown) {
  if (value === null) return null;
  const { owner, data, executable, lamports } = (typeof value === 'object' ? value : {}) as Record<string, unknown>;
  const bytes = Array.isArray(data) && data[1] === 'base64' ? bytesOfBase64(data[0]) : null;
  // A balance above 2^53 is rounded, and enough for any rent.
  const balance = typeof lamports === 'number' && Number.isInteger(lamports) && lamports >= 0 ? BigInt(lamports) : null;
  if (typeof owner !== 'string' || bytes === null || typeof executable !== 'boolean' || balance === null)
    return undefined;
  return { owner, data: bytes, isExecutable: executable, lamports: balance };
}

/** Time by the account {@link CLOCK}; null for another account. */
export function clockOf(account: ChainAccount | null | undefined) {
  if (account?.data.length !== CLOCK_LENGTH) return null;
  const { u64, i64 } = viewOf(account.data);
  return { slot: u64(0), atSeconds: i64(32) };
}
