import type { ClaimSimulation } from '@droptrack/contracts';
import type { Head } from './agreed-reading';
import { numberOf, quantity } from './hex';
import { type AskNode, isRevert, type NodeRequest, type NodeResponse } from './node-requests';

/** Call of a wallet. Addresses in lower case, `value` in wei. */
export interface SimulatedCall {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/** A transfer of a token, addresses in lower case. */
export interface TokenTransfer {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Result of a simulated call. */
export interface SimulatedResult {
  readonly isDone: boolean;
  /** Printable. */
  readonly error: string | null;
  /** Transfers of the token; null if the node states none. */
  readonly transfers: readonly TokenTransfer[] | null;
  /** True if another token leaves the wallet: no claim takes one. */
  readonly isTaken: boolean;
  readonly gas: bigint | null;
  /** Base units of the native token that the wallet has; null while unknown. */
  readonly balance: bigint | null;
}

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Wei that a simulated wallet has, so that one without money can be simulated. */
const GAS_MONEY = 10n ** 24n;
const ERROR_LENGTH_MAX = 200;

/**
 * Simulates a call on a block: by `eth_simulateV1`, which states its transfers, or by `eth_call` and `eth_estimateGas`.
 *
 * @param token - token whose transfers are read, in lower case.
 * @returns a code if the node can do neither, or does not respond.
 */
export async function simulate(
  node: AskNode,
  call: SimulatedCall,
  token: string,
  { block }: Head,
): Promise<SimulatedResult | Exclude<ClaimSimulationGap, 'not_ready'>> {
  const at = quantity(block);
  const { from, to, data, value } = call;
  const transaction = { from, to, data, value: quantity(value) };
  const overrides = { [from]: { balance: quantity(GAS_MONEY) } };
  const balanceOf: NodeRequest = { method: 'eth_getBalance', params: [from, at] };
  const blockStateCalls = [{ stateOverrides: overrides, calls: [transaction] }];
  const simulated = await node([{ method: 'eth_simulateV1', params: [{ blockStateCalls }, at] }, balanceOf]).catch(
    () => null,
  );
  const [result, balance] = simulated ?? [];
  if (result === undefined) return 'no_response';
  // Providers word an unknown method in many ways, and others reject the call for another reason.
  if (!('error' in result) || isRevert(result)) return simulatedResult(result, call, token, balance);
  const params = [transaction, at, overrides];
  const called = await node(['eth_call', 'eth_estimateGas'].map((method) => ({ method, params }))).catch(() => null);
  const [plain, gas] = called ?? [];
  if (plain === undefined || gas === undefined) return 'no_response';
  return calledResult(plain, gas, balance);
}

export type ClaimSimulationGap = 'not_ready' | 'not_supported' | 'no_response';

function simulatedResult(
  response: NodeResponse,
  { from: wallet }: SimulatedCall,
  token: string,
  balance?: NodeResponse,
) {
  if ('error' in response) return reverted(response.error.message, balance);
  const [{ calls = null } = {}] = (Array.isArray(response.result) ? response.result : []) as { calls?: unknown }[];
  const [call] = (Array.isArray(calls) ? calls : []) as Record<string, unknown>[];
  if (typeof call !== 'object') return 'no_response';
  const { status, gasUsed, logs, error } = call;
  if (numberOf(status) === 0n) return reverted((error as { message?: unknown } | undefined)?.message, balance);
  if (numberOf(status) !== 1n || !Array.isArray(logs)) return 'no_response';
  const logged = logs.flatMap((log) => transferOf(log) ?? []);
  const transfers = logged.flatMap(({ of, from, to, amount }) =>
    of === token && amount !== null ? { from, to, amount } : [],
  );
  const isTaken = logged.some(({ of, from }) => of !== token && from === wallet);
  return { isDone: true, error: null, transfers, isTaken, gas: numberOf(gasUsed), balance: resultOf(balance) } as const;
}

function calledResult(called: NodeResponse, gas: NodeResponse, balance?: NodeResponse) {
  const failed = [called, gas].find(isRevert);
  if (failed !== undefined && 'error' in failed) return reverted(failed.error.message, balance);
  if ('error' in called) return [-32_601, -32_602].includes(called.error.code) ? 'not_supported' : 'no_response';
  return {
    isDone: true,
    error: null,
    transfers: null,
    isTaken: false,
    gas: resultOf(gas),
    balance: resultOf(balance),
  } as const;
}

const resultOf = (response: NodeResponse | undefined): bigint | null =>
  response === undefined || 'error' in response ? null : numberOf(response.result);

const reverted = (message: unknown, balance?: NodeResponse): SimulatedResult => ({
  isDone: false,
  error: printable(message),
  transfers: null,
  isTaken: false,
  gas: null,
  balance: resultOf(balance),
});

/** Text of a node without what a page or a terminal could read as something else. */
export const printable = (message: unknown): string | null =>
  typeof message === 'string' ? message.replace(/[^\x20-\x7e]|[<>&"'`]/g, ' ').slice(0, ERROR_LENGTH_MAX) : null;

const isWord = (topic: string): boolean => /^0x[0-9a-f]{64}$/.test(topic);

/** Transfer of a log, of any token; its amount is null for an NFT. */
function transferOf(log: unknown) {
  const { address, topics, data } = (log ?? {}) as Record<string, unknown>;
  if (typeof address !== 'string' || !Array.isArray(topics)) return null;
  const [topic, from = '', to = ''] = topics.map((each) => (typeof each === 'string' ? each.toLowerCase() : ''));
  if (topic !== TRANSFER || !isWord(from) || !isWord(to)) return null;
  const last = (word: string): string => `0x${word.slice(-40)}`;
  return { of: address.toLowerCase(), from: last(from), to: last(to), amount: numberOf(data) };
}

/** Simulation as in responses. */
export function presentSimulation(
  { isDone, error, transfers, gas, balance }: SimulatedResult,
  { block, baseFee }: Head,
  value: bigint,
  assetOf: (transfer: TokenTransfer) => { readonly asset: string; readonly from: string; readonly to: string },
): ClaimSimulation {
  const cost = gas === null || baseFee === null ? null : value + gas * baseFee;
  return {
    block: Number(block),
    ok: isDone,
    error,
    transfers: transfers?.map((each) => ({ ...assetOf(each), amount: each.amount.toString() })) ?? null,
    insufficient_gas: cost === null || balance === null ? null : balance < cost,
  };
}
