import { assetId, type ClaimTerms, evmContract, evmToken, prepareClaim, withoutCalls } from '@droptrack/claim-calls';
import type { ClaimAction, ClaimActionReasonCode, DropClaimContract } from '@droptrack/contracts';
import { distributorStyle } from '@droptrack/distributors';
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
  const { drop, wallet, list, roots = [], distributor } = query;
  const [to, delegate] = [addressOf(query.to, 'to'), addressOf(query.delegate, 'delegate')];
  const check = { wallet, drop, ...(typeof list === 'string' && { list }) };
  const checked = await client.eligibility.checkPrivately(check, { ...options, roots });
  const entries = checked.entries.filter((each) => list === undefined || each.list === list);
  const contracts = distributor === undefined ? (await client.drops.distributors(drop, options)).data : [distributor];
  const contract = contracts.find((each) => each.list === entries[0]?.list);
  const code = gapOf(checked, entries);
  const terms = code ?? termsOf(entries[0], contract, { wallet: checked.wallet, to, delegate, query });
  const isReady = typeof terms !== 'string';
  const asks = nodes.map((node) => (typeof node === 'function' ? node : nodeOf(node)));
  const { chainId = 0, token = '' } = isReady ? terms.contract : {};
  return {
    ...{ drop, wallet: checked.wallet, list: entries[0]?.list ?? null, page: null },
    distributor:
      contract === undefined ? null : presented(contract, isReady ? assetId(chainId, token) : contract.token),
    ...{ amount: entries[0]?.amount ?? null, proof: entries[0]?.proof ?? null },
    ...(isReady ? await prepareClaim(terms, asks) : withoutCalls(terms)),
    as_of: checked.as_of ?? checked.sources[0]?.published_at ?? '',
  };
}

const presented = ({ contract, style }: DropClaimContract, token: string | null) => ({ contract, style, token });

/** Reason for which the check does not give one amount; null if it does. */
function gapOf(checked: PrivateCheckResult, [entry, ...others]: readonly PrivateEntry[]): ClaimActionReasonCode | null {
  if (entry === undefined) return checked.complete ? 'not_in_allocation_list' : 'eligibility_unknown';
  if (others.some(({ list }) => list !== entry.list)) return 'several_lists';
  if (BigInt(entry.amount) === 0n) return 'zero_allocation';
  if (others.length > 0) return 'several_entries';
  return checked.proof_state === 'contradicted' ? 'root_differs' : null;
}

const ZERO = `0x${'0'.repeat(40)}`;

interface Asked {
  readonly wallet: string;
  readonly to: string | null;
  readonly delegate: string | null;
  readonly query: PrivateClaimQuery;
}

/** Terms of the claim of an entry, or the reason for which the distributor is not known well enough. */
function termsOf(
  entry: PrivateEntry | undefined,
  contract: DropClaimContract | undefined,
  { wallet, to, delegate, query }: Asked,
): ClaimTerms | ClaimActionReasonCode {
  if (entry === undefined || contract === undefined) return 'distributor_unknown';
  const deployed = evmContract(contract.contract);
  if (deployed === null || !/^0x[0-9a-fA-F]{40}$/.test(wallet)) return 'style_unsupported';
  const { chainId, address } = deployed;
  const style = distributorStyle(contract.style ?? '');
  if (style === null) return 'style_unknown';
  const paid = evmToken(contract.token ?? '');
  const token = entry.token ?? (paid?.chainId === chainId ? paid.address : null);
  if (token === null) return 'token_unknown';
  // An address of zeros, or of a contract, pasted by mistake: the tokens would be lost.
  if ([address, token, ZERO].some((each) => each.toLowerCase() === to))
    throw new UsageError('to is the distributor, the token, or the zero address');
  const { opens_at: opensAt, closes_at: closesAt } = contract.window;
  const window = { opensAtMs: opensAt && Date.parse(opensAt), closesAtMs: closesAt && Date.parse(closesAt) };
  return {
    contract: {
      ...{ chainId, address: address.toLowerCase(), style, codeHash: contract.code_hash },
      token: token.toLowerCase(),
      window: window as ClaimTerms['contract']['window'],
    },
    ...{ wallet: wallet.toLowerCase(), to, delegate, acceptForgone: query.acceptForgone === true },
    ...{ amount: BigInt(entry.amount), index: entry.index === null ? null : BigInt(entry.index), proof: entry.proof },
  };
}

/** EVM address in lower case; null without one. @throws {UsageError} */
function addressOf(text: string | undefined, name: string): string | null {
  if (text === undefined) return null;
  const read = readWallet(text);
  if (typeof read === 'string' || read.type !== 'evm') throw new UsageError(`${name} is not a valid EVM address`);
  return read.address.toLowerCase();
}
