import { distributorStyle, type DistributorStyleName } from '@droptrack/distributors';
import { Chain, createSourceHttp, HostBreakers, type JsonRpc, jsonRpc } from '@droptrack/sources';
import { concat, type Hex, keccak256, numberToHex } from 'viem';
import { ListRebuildError } from '../src/allocations/list-rebuild.error';
import type { ReadAmounts } from '../src/allocations/read-amounts';
import { type ListRebuild, rebuildList, type RebuiltList } from '../src/allocations/rebuild-list';
import { type Anvil, rpc } from '../../../tools/test/anvil';

const CHAIN_ID = 31_337;

/** Changes the calls of a node. @param next - sends a call. */
export type Fault = (next: JsonRpc, ...call: Parameters<JsonRpc>) => Promise<unknown>;

/** A way to a node that can be at fault, with the calls that were sent. */
export function nodeOf(anvil: Pick<Anvil, 'url'>, fault: Fault = (next, ...call) => next(...call)) {
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const http = createSourceHttp({ hosts, signal: new AbortController().signal, nowMs: Date.now });
  const calls: Parameters<JsonRpc>[] = [];
  const send = jsonRpc(http, anvil.url, 'local');
  const next: JsonRpc = (...call) => (calls.push(call), send(...call));
  return { chain: new Chain((...call) => fault(next, ...call), 'local'), calls };
}

/** Rebuilds the list of a contract of the test chain. */
export function rebuilt(chain: Chain, style: DistributorStyleName, address: string, over: Partial<ListRebuild> = {}) {
  const saved: ReadAmounts[] = [];
  const list = rebuildList({
    ...{ chain, allocations: distributorStyle(style)!.allocations!, contract: `eip155:${CHAIN_ID}:${address}` },
    ...{ period: null, block: null, fromBlock: null, stored: null, onProgress: () => undefined },
    ...{
      save: async (read) => void saved.push(read),
      discard: async () => undefined,
      random: () => 0,
      monotonicMs: () => 0,
    },
    ...over,
  });
  return { list, saved };
}

/** Generated wallets. @param from - number of the first one. */
export const walletsOf = (count: number, from = 0): Hex[] =>
  Array.from({ length: count }, (_, n) => `0x${keccak256(numberToHex(from + n, { size: 32 })).slice(-40)}` as const);

/** Word of an amount and an address. */
export const packed = (wallet: Hex, amount: bigint): Hex => concat([numberToHex(amount, { size: 12 }), wallet]);

/** Adds as many blocks as confirm all before. */
export const confirm = (anvil: Pick<Anvil, 'url'>): Promise<unknown> => rpc(anvil.url, 'anvil_mine', '0x40');

export const rowsOf = ({ rows }: Pick<RebuiltList, 'rows'>): Record<string, bigint> => Object.fromEntries(rows);

/** The same of known amounts. */
export const amountsAbove0 = (amounts: ReadonlyMap<Hex, bigint>): Record<string, bigint> =>
  Object.fromEntries([...amounts].filter(([, amount]) => amount > 0n));

/** Error of a list that must be rejected. */
export const rejected = (list: Promise<RebuiltList>): Promise<unknown> =>
  list.then(
    () => null,
    (error: unknown) => error,
  );

/** Contradictions that an error states; none for another error. */
export const differencesOf = (error: unknown): readonly string[] =>
  error instanceof ListRebuildError ? error.differences : [];

export const numberIn = (tag: unknown): number => Number(tag as string);
