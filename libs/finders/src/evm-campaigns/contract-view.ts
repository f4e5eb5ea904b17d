import { type Chain, JsonRpcError, SourceError } from '@droptrack/sources';
import { toFunctionSelector } from 'viem/utils';
import { addressOf, numberOf, textOf, wordOf } from './abi-words';
import type { MemberKind } from './campaign-members';

/** A result longer than this is no name and no number. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * Value that a view function without arguments, such as `token()`, returns at the latest block; null if the contract does
 * not have the function, or returns another type.
 *
 * @throws {SourceError} if the node did not answer.
 */
export async function viewOf(
  chain: Chain,
  contract: string,
  name: string,
  kind: MemberKind,
): Promise<string | bigint | null> {
  const data = await dataOf(chain, contract, toFunctionSelector(`function ${name}`));
  if (data === null) return null;
  switch (kind) {
    case 'address':
      return addressOf(data);
    case 'root':
      return wordOf(data);
    case 'text':
      return textOf(data);
    case 'number':
      return numberOf(data);
  }
}

async function dataOf(chain: Chain, contract: string, selector: string): Promise<string | null> {
  try {
    return await chain.call(contract, selector, BODY_BYTES_MAX);
  } catch (error) {
    if (isAboutContract(error)) return null;
    throw error;
  }
}

/** True if the contract, not the node, is the cause: the call reverts, or its result is of no use. */
function isAboutContract(error: unknown): boolean {
  if (!(error instanceof SourceError)) return false;
  if (error.kind === 'too_large' || error.kind === 'wrong_shape') return true;
  return error instanceof JsonRpcError && error.kind === 'status';
}
