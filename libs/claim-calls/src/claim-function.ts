import type { ClaimValue, DistributorStyle, ListClaim } from '@droptrack/distributors';
import { type AbiValue, abiFunction, decodeCall, encodeCall } from './abi';
import type { ClaimTerms } from './claim-terms';

/** Function of which calls are prepared. */
export type PreparedFunction = ListClaim;

/**
 * Functions of a style that claim with the values of a list, without a signature.
 *
 * @param isToOther - true for tokens that go to another address than the wallet.
 */
export function claimFunctions({ claims }: Pick<DistributorStyle, 'claims'>, isToOther: boolean): ListClaim[] {
  const prepared = claims.filter((each): each is ListClaim => each.values !== undefined && each.needs === undefined);
  return isToOther ? prepared.filter(({ values }) => values.includes('to')) : prepared;
}

/** Calldata of a claim. Null for a value that a parameter cannot have, and for one that is missing. */
export function encodeClaim({ signature, values }: ListClaim, terms: ClaimTerms): string | null {
  const called = abiFunction(signature);
  const given = values.map((value, n) => argumentOf(value, called.types[n] ?? '', terms));
  return given.includes(null) ? null : encodeCall(called, given as readonly AbiValue[]);
}

function argumentOf(value: ClaimValue, type: string, terms: ClaimTerms): AbiValue | null {
  const single =
    value === 'proof' ? (terms.proof?.proof.map((hash) => hash.toLowerCase()) ?? null) : singleOf(value, terms);
  return single !== null && isOfSeveral(value, type) ? [single] : single;
}

/** True for a parameter of a function that claims for several wallets at once. */
const isOfSeveral = (value: ClaimValue, type = ''): boolean => type.endsWith(value === 'proof' ? '[][]' : '[]');

function singleOf(value: Exclude<ClaimValue, 'proof'>, terms: ClaimTerms): bigint | string | null {
  const { contract, wallet, to, delegate, amount, index, proof } = terms;
  const values = { wallet, to: to ?? wallet, delegate, amount, index, root: proof?.root.toLowerCase() ?? null };
  return value === 'token' ? contract.token : values[value];
}

/** Values of a claim by their names. */
export type ClaimValues = Readonly<Partial<Record<ClaimValue, AbiValue>>>;

/** Values of the calldata of a claim. Null for calldata that is not exactly a claim by this function. */
export function decodeClaim({ signature, values }: ListClaim, data: string): ClaimValues | null {
  const called = abiFunction(signature);
  const given = decodeCall(called, data);
  if (given === null) return null;
  const decoded: Partial<Record<ClaimValue, AbiValue>> = {};
  for (const [n, value] of values.entries()) {
    const several = isOfSeveral(value, called.types[n]) ? given[n] : [given[n]];
    if (!Array.isArray(several) || several.length !== 1) return null;
    const [single] = several as readonly (AbiValue | undefined)[];
    if (single !== undefined) decoded[value] = single;
  }
  return decoded;
}
