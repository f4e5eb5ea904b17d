import { type Chain, JsonRpcError } from '@droptrack/sources';
import { type AbiFunction, BaseError, type Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbiItem } from 'viem/utils';

/** A word and the offset and length around it: more than any of the functions returns. */
const RESULT_BYTES_MAX = 4_096;

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
 * Value of a view function that returns one: an integer, or a text.
 *
 * @returns null for a contract that does not have the function, and where it reverts.
 * @throws {SourceError} if the node does not respond.
 */
export async function callView(
  chain: Chain,
  { contract, signature, args = [], block }: ViewCall,
): Promise<string | bigint | null> {
  const view = parseAbiItem(`function ${signature.replace(' returns ', ' view returns ')}`) as AbiFunction;
  const [abi, functionName] = [[view], view.name];
  const input = encodeFunctionData({ abi, functionName, args });
  const data = await chain.call(contract, input, RESULT_BYTES_MAX, block).catch(ifReverted);
  if (data === null) return null;
  try {
    const value: unknown = decodeFunctionResult({ abi, functionName, data: data as Hex });
    // viem reads integers of up to 48 bits as numbers.
    return typeof value === 'number' ? BigInt(value) : typeof value === 'bigint' ? value : String(value);
  } catch (error) {
    // What is not of the declared type is no result of the function.
    if (error instanceof BaseError) return null;
    throw error;
  }
}

/** @throws any other error, also one of the node itself. */
function ifReverted(error: unknown): null {
  if (error instanceof JsonRpcError && error.isFailedExecution) return null;
  throw error;
}
