import type { ClaimAction } from '@droptrack/contracts';
import { type ClaimValue, distributorStyle } from '@droptrack/distributors';
import { type AbiValue, abiFunction, decodeCall } from './abi';
import { claimFunctions, decodeClaim } from './claim-function';

/** Calldata as a reader can compare it. */
export interface DecodedCall {
  /** Name of the function, such as `claim`. */
  readonly name: string;
  /** Arguments with their ABI types and their meanings. */
  readonly arguments: readonly {
    readonly name: string;
    readonly type: string;
    readonly is: ClaimValue;
    readonly value: AbiValue;
  }[];
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
  const { names, types, ...abi } = abiFunction(called.signature);
  const given = decodeCall({ names, types, ...abi }, data) ?? [];
  return {
    name: called.signature.replace(/\(.*/, ''),
    arguments: called.values.flatMap((is, n) => {
      const [name, type, value] = [names[n], types[n], given[n]];
      return name === undefined || type === undefined || value === undefined ? [] : [{ name, type, is, value }];
    }),
  };
}
