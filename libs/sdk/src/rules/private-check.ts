import type {
  AllocationPart,
  AllocationProof,
  AllocationRange,
  EligibilitySource,
  ListGap,
  WalletType,
} from '@droptrack/contracts';
import { areFields, usualFields } from '@droptrack/eligibility';
import type { ApiError } from '../api-error';
import type { Answer } from '../api-promise';
import { InvalidAnswerError } from '../errors';
import type { CallOptions } from '../options';
import type { Eligibility } from '../resources/eligibility';
import {
  type PrivateCheck,
  type PrivateCheckOptions,
  type PrivateRequest,
  type PublishedRoot,
  readPrivateCheck,
  type VerifyAllocation,
} from './private-request';
import { InvalidProofError } from './proof-errors';
import { verifyProof } from './verify-proof';

/**
 * Result of the proofs of all rows of the wallet: that of the weakest.
 *
 * - `verified`: the amount is in trees whose roots and leaf fields the caller stated in `roots`.
 * - `consistent`: every proof is valid, but at least one leads to a root that only the service states, even if
 *   `root_published` is true. The service could have made up that tree.
 * - `contradicted`: every proof is valid, but the caller stated roots in `roots`, and none of the proofs leads to one of them. The
 *   service has another list than the one that was published, or the caller stated the root of an older version.
 * - `none`: at least one row has no proof, because its list has no tree.
 */
export type PrivateProofState = 'verified' | 'consistent' | 'contradicted' | 'none';

/** Row of the wallet in one of the lists. */
export interface PrivateEntry {
  /** Name of the list. Null for the unnamed list. */
  readonly list: string | null;
  /** Amount in base units, as an exact decimal string. */
  readonly amount: string;
  /** Address of the token of the amount. Null for a list of the token of the drop. */
  readonly token: string | null;
  /** Claim index: that of the proof if it has one. Null for lists without one. */
  readonly index: number | null;
  /** Parts of the amount as the service states them. Empty if the list publishes no breakdown. */
  readonly breakdown: readonly AllocationPart[];
  /** Valid Merkle proof. Null if the list has no tree. */
  readonly proof: AllocationProof | null;
  /** Version of the list. */
  readonly source: EligibilitySource;
}

/** Result of a private check. */
export interface PrivateCheckResult {
  /** Slug of the drop. */
  readonly drop: string;
  /** Wallet address in normalized form: EVM addresses in EIP-55 mixed case. */
  readonly wallet: string;
  /** Type of the wallet, derived from the address. */
  readonly wallet_type: WalletType;
  /** Prefix of the wallet that was sent. */
  readonly prefix: string;
  /**
   * True if at least one of the lists contains the wallet, also with an amount of 0, which is no allocation. False rests on the response of the service alone. A Solana address
   * has no checksum: false may mean a mistyped one.
   */
  readonly listed: boolean;
  /** Sum of the entries in base units, as an exact decimal string. Null unless listed, and for entries with a `token`, whose amounts have no sum. */
  readonly amount: string | null;
  /** Result of the proofs. Null unless listed. */
  readonly proof_state: PrivateProofState | null;
  /** Rows of the wallet, by list. */
  readonly entries: readonly PrivateEntry[];
  /**
   * True if the service states that the active lists of the drop are all, as far as is known. If false, `listed: false` is no
   * "no": a list that the service does not have may contain the wallet.
   */
  readonly complete: boolean;
  /** Reason for which the lists are not all, as the service states it. Null if `complete`, and from a service that states none. */
  readonly lists_gap: ListGap | null;
  /** Lists that were checked. */
  readonly sources: readonly EligibilitySource[];
  /** Instant up to which the response is complete, RFC 3339. Null if a proxy removed its header. */
  readonly as_of: string | null;
}

/** Source of ranges of allocations. */
type Ranges = Pick<Eligibility, 'range'>;

/** Performs a private check: {@link Eligibility.checkPrivately}. */
export async function checkPrivately(
  ranges: Ranges,
  check: PrivateCheck,
  options: PrivateCheckOptions,
): Promise<PrivateCheckResult> {
  const request = readPrivateCheck(check, options);
  const [prefix, { data, headers }] = await shortestRange(ranges, request, request.prefixes, options);
  return privateResult(request, prefix, data, headers.get('x-data-as-of'), options.verify);
}

/** The first prefix whose rows fit into a response, and that response. */
async function shortestRange(
  ranges: Ranges,
  request: PrivateRequest,
  [prefix, next, ...others]: PrivateRequest['prefixes'],
  options: CallOptions,
): Promise<[prefix: string, answer: Answer<AllocationRange>]> {
  const { drop, list, wallet } = request;
  const query = { type: wallet.type, proofs: true, ...(list !== undefined && { list }) };
  try {
    return [prefix, await ranges.range(drop, prefix, query, options).withResponse()];
  } catch (error) {
    if (next === undefined || !hasTooManyRows(error)) throw error;
    return shortestRange(ranges, request, [next, ...others], options);
  }
}

/** True if the API rejected a prefix because a response would have too many rows. Without the class, which other files have. */
const hasTooManyRows = (error: unknown): boolean =>
  (error as Partial<ApiError>).errors?.some(({ code }) => code === 'too_many_rows') === true;

/**
 * Selects the rows of the wallet from a range and verifies their proofs.
 *
 * @param prefix - prefix that was sent.
 * @throws {@link InvalidAnswerError} for a response to another request, or with invalid numbers.
 * @throws {@link InvalidProofError} for a proof that does not lead from wallet and amount to its root, and for a repeated one.
 */
async function privateResult(
  { drop, list: only, wallet: { address, type }, roots }: PrivateRequest,
  prefix: string,
  range: AllocationRange,
  asOf: string | null,
  verify: VerifyAllocation = verifyProof,
): Promise<PrivateCheckResult> {
  const isSame = range.drop === drop && range.wallet_type === type && range.prefix === prefix;
  if (!isSame || (only !== undefined && range.lists.some(({ list }) => list !== only))) {
    throw new InvalidAnswerError('The response is that of another request');
  }
  const text = type === 'evm' ? address.toLowerCase() : address;
  const entries = range.lists.flatMap(({ list, data, source }) =>
    data
      .filter((row) => (type === 'evm' ? row.wallet.toLowerCase() : row.wallet) === text)
      .map(({ amount, token = null, index, breakdown, proof = null }): PrivateEntry => {
        const entry = { list, amount, token, index: proof?.index ?? index, breakdown, proof, source };
        if (!hasNumbers(entry)) throw new InvalidAnswerError('The response has an invalid amount or index');
        return entry;
      }),
  );
  await verifyAll(address, entries, verify);
  return {
    drop,
    wallet: address,
    wallet_type: type,
    prefix,
    listed: entries.length > 0,
    amount:
      entries.length === 0 || entries.some(({ token }) => token !== null)
        ? null
        : entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString(),
    proof_state: stateOf(entries, roots),
    entries,
    complete: range.lists_gap === null,
    // Services of earlier releases have no such member.
    lists_gap: (range.lists_gap as ListGap | null | undefined) ?? null,
    sources: range.lists.map(({ source }) => source),
    as_of: asOf,
  };
}

const AMOUNT = /^[0-9]{1,78}$/;

const hasNumbers = ({ amount, index }: PrivateEntry): boolean =>
  typeof amount === 'string' && AMOUNT.test(amount) && (index === null || (Number.isSafeInteger(index) && index >= 0));

async function verifyAll(wallet: string, entries: readonly PrivateEntry[], verify: VerifyAllocation): Promise<void> {
  const leaves = new Set<string>();
  for (const { proof, amount, token, breakdown } of entries) {
    if (proof === null) continue;
    if (token !== null && !hasToken(proof, token)) {
      throw new InvalidProofError('The proof of the allocation is of another token');
    }
    // A leaf of an allowlist has no amount, so that its proof is of the wallet alone.
    const isOfAmount = proof.fields === undefined || proof.fields.some(({ is }) => is === 'amount');
    if (!(await verify({ ...proof, wallet, amount: isOfAmount ? amount : null, breakdown }))) {
      throw new InvalidProofError('The proof of the allocation does not lead to the root of its list');
    }
    // The proof identifies a leaf: members that are not hashed, such as an index, could differ for one leaf. So could `sides`,
    // where the last node of a level is hashed with itself.
    const leaf = `${proof.root} ${proof.proof}`.toLowerCase();
    if (leaves.has(leaf)) throw new InvalidProofError('The response contains a leaf of the wallet more than once');
    leaves.add(leaf);
  }
}

/** True for a leaf with this token. */
const hasToken = ({ fields = [] }: AllocationProof, token: string): boolean =>
  fields.some(({ is, value }) => is === null && value?.toLowerCase() === token.toLowerCase());

function stateOf(entries: readonly PrivateEntry[], roots: readonly PublishedRoot[]): PrivateProofState | null {
  if (entries.length === 0) return null;
  const proofs = entries.flatMap(({ proof }) => proof ?? []);
  if (proofs.length < entries.length) return 'none';
  const stated = ({ root }: AllocationProof) => roots.filter((each) => each.root === root.toLowerCase());
  if (roots.length > 0 && proofs.every((proof) => stated(proof).length === 0)) return 'contradicted';
  const isVerified = (proof: AllocationProof) =>
    stated(proof).some(({ fields = usualFields(proof) }) => areFields(fields, proof.fields ?? usualFields(proof)));
  return proofs.every(isVerified) ? 'verified' : 'consistent';
}
