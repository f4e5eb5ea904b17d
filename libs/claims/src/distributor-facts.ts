import type { DistributorStyle } from '@droptrack/distributors';
import { type Chain, JsonRpcError } from '@droptrack/sources';
import { type AbiFunction, BaseError, type Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbiItem } from 'viem/utils';

/** Value that a contract returned for a fact of its style. */
export interface StatedFact {
  readonly fact: 'root' | 'token' | 'starts_at' | 'ends_at';
  /**
   * Root as 0x and 64 hex digits, token as an address; of a bound, milliseconds since the epoch or the number of a block of the chain below,
   * 0 for none. Null if the contract has no such function, or it failed.
   */
  readonly value: string | number | null;
  readonly unit: 'hash' | 'address' | 'milliseconds' | 'l1_blocks';
}

/** More than any of the functions returns: a list of 500 tranches has 64 kB as hex digits. */
const RESULT_BYTES_MAX = 128 * 1_024;

/**
 * Reads the facts of a distributor by the functions of its style, at the latest block.
 *
 * @param address - of the contract.
 * @returns null if there is no contract.
 * @throws {SourceError} if the node does not respond.
 */
export async function readDistributorFacts(
  chain: Chain,
  address: string,
  style: DistributorStyle | null,
): Promise<readonly StatedFact[] | null> {
  if (!(await chain.hasContract(address))) return null;
  const facts: StatedFact[] = [];
  for (const { fact, call, unit } of style === null ? [] : factsOf(style)) {
    const value = call === 'self' ? address : await read(chain, address, call);
    facts.push({ fact, unit, value: typeof value === 'bigint' ? boundOf(value, unit) : value });
  }
  return facts;
}

/** A fact, with the signature of its view function. */
type FactCall = Omit<StatedFact, 'value'> & { readonly call: string };

function factsOf({ root, token, startsAt, endsAt }: DistributorStyle): FactCall[] {
  const units = { seconds: 'milliseconds', l1_blocks: 'l1_blocks' } as const;
  return [
    ...(root === null ? [] : [{ fact: 'root', call: root, unit: 'hash' } as const]),
    ...(token === null ? [] : [{ fact: 'token', call: token, unit: 'address' } as const]),
    ...(startsAt === undefined
      ? []
      : [{ fact: 'starts_at', call: startsAt.call, unit: units[startsAt.unit] } as const]),
    ...(endsAt === undefined ? [] : [{ fact: 'ends_at', call: endsAt.call, unit: units[endsAt.unit] } as const]),
  ];
}

async function read(chain: Chain, address: string, signature: string): Promise<string | bigint | null> {
  const value = await readView(chain, address, signature);
  if (value === null || typeof value === 'bigint') return value;
  // viem reads integers of up to 48 bits as numbers.
  return typeof value === 'number' ? BigInt(value) : String(value);
}

/** Value of a view function without parameters as viem reads it; null for a contract that does not have it. */
export async function readView(chain: Chain, address: string, signature: string): Promise<unknown> {
  const view = parseAbiItem(`function ${signature.replace(' returns ', ' view returns ')}`) as AbiFunction;
  const [abi, functionName] = [[view], view.name];
  const data = await chain.call(address, encodeFunctionData({ abi, functionName }), RESULT_BYTES_MAX).catch(ifReverted);
  if (data === null) return null;
  try {
    return decodeFunctionResult({ abi, functionName, data: data as Hex });
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

/** A bound as a safe number: the largest instant of a date for one beyond it, such as that of a window without end. */
function boundOf(value: bigint, unit: StatedFact['unit']): number {
  const bound = unit === 'milliseconds' ? value * 1_000n : value;
  return Number(bound > INSTANT_MAX ? INSTANT_MAX : bound);
}

/** Milliseconds of the last instant that a date can hold. */
const INSTANT_MAX = 8_640_000_000_000_000n;
