import {
  type ClaimTerms,
  distributorOf,
  entriesGap,
  listedClaim,
  prepareClaim,
  recipientFault,
  withoutCalls,
} from '@droptrack/claim-calls';
import type { ClaimAction, ClaimActionReasonCode, DropClaimContract } from '@droptrack/contracts';
import { readWallet } from '@droptrack/eligibility';
import { UsageError } from '../errors';
import type { PrivateCheckResult, PrivateEntry } from '../rules/private-check';
import { nodeOf } from './node-of';
import type { PrivateClaimOptions, PrivateClaimQuery, PrivateClaimService } from './prepare-claim-privately';

/** Prepares a claim on this device: {@link import('./prepare-claim-privately').prepareClaimPrivately}. */
export async function privateClaim(
  client: PrivateClaimService,
  query: PrivateClaimQuery,
  { nodes, ...options }: PrivateClaimOptions,
): Promise<ClaimAction> {
  const { drop, list, roots = [], acceptForgone = false } = query;
  const [to, delegate] = [addressOf(query.to, 'to'), addressOf(query.delegate, 'delegate')];
  const check = { wallet: query.wallet, drop, ...(typeof list === 'string' && { list }) };
  const checked = await client.eligibility.checkPrivately(check, { ...options, roots });
  const { wallet } = checked;
  const entries = checked.entries.filter((each) => list === undefined || each.list === list);
  const [entry] = entries;
  const contracts = query.distributor ? [query.distributor] : (await client.drops.distributors(drop, options)).data;
  const contract = contracts.find((each) => each.list === entry?.list);
  const { distributor, terms: listed } = termsOf(entry, contract, { wallet, to, delegate, acceptForgone });
  const fault = recipientFault(to, distributor);
  // The address of a contract pasted by mistake: the tokens would be lost.
  if (fault !== null) throw new UsageError(`to loses the tokens: ${fault}`);
  const terms = gapOf(checked, entries) ?? listed;
  const asks = nodes.map((node) => (typeof node === 'function' ? node : nodeOf(node)));
  return {
    ...{ drop, wallet, list: entry?.list ?? null, page: null, distributor },
    ...{ amount: entry?.amount ?? null, proof: entry?.proof ?? null },
    ...(typeof terms === 'string' ? withoutCalls(terms) : await prepareClaim(terms, asks)),
    as_of: checked.as_of ?? checked.sources[0]?.published_at ?? '',
  };
}

/** Reason for which the check does not give one amount; null if it does. */
function gapOf(checked: PrivateCheckResult, entries: readonly PrivateEntry[]): ClaimActionReasonCode | null {
  if (entries.length === 0) return checked.complete ? 'not_in_allocation_list' : 'eligibility_unknown';
  return entriesGap(entries) ?? (checked.proof_state === 'contradicted' ? 'root_differs' : null);
}

/** Distributor of an entry, and the terms of its claim or the reason for which there are none. */
function termsOf(
  entry: PrivateEntry | undefined,
  contract: DropClaimContract | undefined,
  given: Pick<ClaimTerms, 'wallet' | 'to' | 'delegate' | 'acceptForgone'>,
) {
  if (entry === undefined || contract === undefined)
    return { distributor: null, terms: 'distributor_unknown' } as const;
  const distributor = distributorOf(contract, entry);
  const { code_hash: codeHash, window } = contract;
  return { distributor, terms: listedClaim(distributor, entry, { ...given, codeHash, window }) };
}

/** EVM address in lower case; null without one. @throws {UsageError} */
function addressOf(text: string | undefined, name: string): string | null {
  if (text === undefined) return null;
  const read = readWallet(text);
  if (typeof read === 'string' || read.type !== 'evm') throw new UsageError(`${name} is not a valid EVM address`);
  return read.address.toLowerCase();
}
