import { type ChainReader, JsonRpcError } from '@droptrack/sources';
import { type AbiFunction, BaseError, type Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbiItem } from 'viem/utils';

/** More than any of the functions returns: a list of 500 tranches has 64 kB as hex digits. */
const RESULT_BYTES_MAX = 128 * 1_024;

/** Call of a view function. */
export interface ViewCall {
  /** Address of the contract. */
  readonly contract: string;
  /** Such as `claimableTokens(address) returns (uint256)`. */
  readonly signature: string;
  readonly args?: readonly unknown[];
  /** Block at whose end it is called; the latest by default. */
  readonly block?: number;
}

/**
 * Value of a view function as viem reads it.
 *
 * @returns null for a contract that does not have the function, and where it reverts.
 * @throws {SourceError} if the node does not respond.
 */
export async function readView(
  chain: Pick<ChainReader, 'call'>,
  { contract, signature, args = [], block }: ViewCall,
): Promise<unknown> {
  const view = parseAbiItem(`function ${signature.replace(' returns ', ' view returns ')}`) as AbiFunction;
  const [abi, functionName] = [[view], view.name];
  const input = encodeFunctionData({ abi, functionName, args });
  const data = await chain.call(contract, input, RESULT_BYTES_MAX, block).catch(ifReverted);
  if (data === null) return null;
  try {
    return decodeFunctionResult({ abi, functionName, data: data as Hex });
  } catch (error) {
    // What is not of the declared type is no result of the function.
    if (error instanceof BaseError) return null;
    throw error;
  }
}

/** {@link readView} of a function that returns one value: an integer, or a text. */
export async function callView(chain: Pick<ChainReader, 'call'>, call: ViewCall): Promise<string | bigint | null> {
  const value = await readView(chain, call);
  if (value === null || typeof value === 'bigint') return value;
  // viem reads integers of up to 48 bits as numbers.
  return typeof value === 'number' ? BigInt(value) : String(value);
}

/** @throws any other error, also one of the node itself. */
function ifReverted(error: unknown): null {
  if (error instanceof JsonRpcError && error.isFailedExecution) return null;
  throw error;
}
