import type { ClaimAction } from '@droptrack/contracts';
import { type ClaimValue, distributorStyle } from '@droptrack/distributors';
import { type AbiValue, abiFunction, decodeCall } from './abi';
import { claimFunctions, decodeClaim } from './claim-function';

/** Argument of a decoded call. */
interface DecodedArgument {
  readonly name: string;
  /** ABI type, such as `bytes32[]`. */
  readonly type: string;
  /** Meaning of the value. */
  readonly is: ClaimValue;
  readonly value: AbiValue;
}

/** Calldata as a reader can compare it. */
export interface DecodedCall {
  /** Name of the function, such as `claim`. */
  readonly name: string;
  readonly arguments: readonly DecodedArgument[];
}

/**
 * Decodes a call of a prepared claim by the style of its distributor, from the calldata alone.
 *
 * @param data - calldata.
 * @returns null for an unknown style, and for calldata that is not exactly a claim of the style.
 */
export function decodedCall({ distributor }: Pick<ClaimAction, 'distributor'>, data: string): DecodedCall | null {
  const style = distributorStyle(distributor?.style ?? '');
  const called = style === null ? undefined : claimFunctions(style, false).find((each) => decodeClaim(each, data));
  if (called === undefined) return null;
  const abi = abiFunction(called.signature);
  const given = decodeCall(abi, data) ?? [];
  const [name = ''] = called.signature.split('(', 1);
  const parts = called.values.flatMap((is, n) => {
    const [type, value] = [abi.types[n], given[n]];
    return type === undefined || value === undefined ? [] : [{ name: abi.names[n] ?? '', type, is, value }];
  });
  return { name, arguments: parts };
}
