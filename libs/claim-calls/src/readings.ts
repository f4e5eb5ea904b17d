import type { DistributorStyle } from '@droptrack/distributors';
import { hexToBytes, InvalidTreeError, PORTABLE_HASH, portableKind, proofIndex } from '@droptrack/eligibility';
import { type AbiFunction, abiFunction, type AbiValue, decodeResult, encodeCall } from './abi';
import type { Head } from './agreed-reading';
import type { ClaimReading } from './checks';
import type { ClaimTerms } from './claim-terms';
import { hexOfBytes, quantity } from './hex';
import type { NodeRequest, NodeResponse } from './node-requests';

/** Values that a distributor states about itself and a claim, by view functions. */
export type ViewName =
  | 'root'
  | 'token'
  | 'claimed'
  | 'starts_at'
  | 'ends_at'
  | 'fee'
  | 'claim_type'
  | 'paused'
  | 'redirected'
  | 'redirected_all'
  | 'amount'
  | 'paid'
  | 'forgone'
  | 'funds';

/** View of a claim, with its request; null for an argument that is unknown, or that the function cannot have. */
export interface AskedView extends Pick<View, 'result'> {
  readonly name: ViewName;
  readonly called: AbiFunction;
  readonly request: NodeRequest | null;
}

/** Call of a view function, with the name of the value that is read if it returns several. */
interface View {
  readonly to: string;
  readonly signature: string;
  readonly args?: readonly (AbiValue | null)[];
  readonly result?: string;
}

const ZERO = `0x${'0'.repeat(40)}`;

/** View functions that a claim depends on, at the block of the checks. */
export function viewsOf(terms: ClaimTerms, { block, atSeconds }: Head): readonly AskedView[] {
  const { contract, wallet, amount } = terms;
  const { style, address: to, token } = contract;
  const { allocations, forgone, redirected } = style;
  const own = (signature: string | null | undefined, ...args: readonly AbiValue[]): View | null =>
    signature === null || signature === undefined ? null : { to, signature, args };
  const views: Record<ViewName, View | null> = {
    root: own(style.root),
    token: style.token === 'self' ? null : own(style.token),
    claimed: claimedView(terms),
    starts_at: own(style.startsAt?.call),
    ends_at: own(style.endsAt?.call),
    fee: own(style.feeWei),
    claim_type: own(style.claimType),
    paused: own(style.paused),
    redirected: own(redirected, wallet, token),
    redirected_all: own(redirected, wallet, ZERO),
    amount: own(allocations?.view, wallet),
    paid: own(forgone?.paid, amount, atSeconds),
    forgone: own(forgone?.forgone, amount, atSeconds),
    funds:
      style.isMinted === true || style.isFromReserve === true
        ? null
        : { to: token, signature: 'balanceOf(address) returns (uint256)', args: [to] },
  };
  return Object.entries(views).flatMap(([name, view]) => (view === null ? [] : asked(name as ViewName, view, block)));
}

/** View of the claim of an entry; null for a style without one. */
function claimedView(terms: ClaimTerms): View | null {
  const { style, address, token } = terms.contract;
  if (style.claimed === null) return null;
  const { check, args, result } = style.claimed;
  const { types, names } = abiFunction(check);
  const given = types.map((type, n) => {
    const name = args?.[n] ?? (type === 'address' ? 'wallet' : names[n]);
    if (name === 'wallet') return terms.wallet;
    if (name === 'token') return token;
    if (name === 'leaf') return leafOf(terms);
    return name === 'amount' ? terms.amount : indexOf(terms);
  });
  return { to: address, signature: check, args: given, ...(result !== undefined && { result }) };
}

/** Claim index: that of the list, or the one that follows from the proof. */
function indexOf({ index, proof, ...terms }: ClaimTerms): bigint | null {
  if (index !== null || proof?.format !== 'ens' || proof.sides !== undefined) return index;
  return proofIndex(proof.format, { wallet: bytesOf(terms.wallet), amount: terms.amount, index: null }, proof.proof);
}

function leafOf({ wallet, amount, index, proof }: ClaimTerms): string | null {
  const kind = proof === null ? undefined : portableKind(proof.format);
  const fields = proof?.fields;
  try {
    const leaf = { wallet: bytesOf(wallet), amount, index, ...(fields !== undefined && { fields }) };
    return kind === undefined ? null : hexOfBytes(kind.leafHash(leaf, PORTABLE_HASH));
  } catch (error) {
    if (error instanceof InvalidTreeError) return null;
    throw error;
  }
}

const bytesOf = (address: string): Uint8Array => hexToBytes(address.slice(2));

function asked(name: ViewName, { to, signature, args = [], ...view }: View, block: bigint): AskedView {
  const called = abiFunction(signature);
  const data = args.includes(null) ? null : encodeCall(called, args as readonly AbiValue[]);
  const request = data === null ? null : { method: 'eth_call', params: [{ to, data }, quantity(block)] };
  return { name, called, request, ...view };
}

/**
 * Values that view functions returned; null for a revert, and for a result of another type.
 *
 * @param responses - to the requests of the views, in their order.
 */
export function viewValues(views: readonly AskedView[], responses: readonly NodeResponse[]): ClaimReading['views'] {
  const left = [...responses];
  return new Map(
    views.map(({ name, called, request, result }) => {
      const response = request === null ? undefined : left.shift();
      const isRead = response !== undefined && !('error' in response);
      return [name, isRead ? decodeResult(called, response.result, result) : null];
    }),
  );
}

/** Styles whose claims the views can state: their amounts are those of the list, or less by a view. */
export const isReadable = ({ isTimed, forgone, root, allocations, claimed }: DistributorStyle): boolean =>
  (isTimed !== true || forgone !== undefined) &&
  (root !== null || allocations !== undefined) &&
  (claimed !== null || allocations !== undefined);
