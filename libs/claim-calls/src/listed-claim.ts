import type { AllocationProof, ClaimActionReasonCode, ClaimDistributor, DropClaimWindow } from '@droptrack/contracts';
import { distributorStyle } from '@droptrack/distributors';
import { evmContract, evmToken } from './assets';
import type { ClaimTerms } from './claim-terms';

/** Entry of a wallet in a list. */
export interface ListedEntry {
  readonly list: string | null;
  /** Base units, as a decimal string. */
  readonly amount: string;
  /** Address of the token in a list of several. */
  readonly token: string | null;
  readonly proof: AllocationProof | null;
}

/** Reason for which entries, at least one, are not one claim; null if they are. */
export function entriesGap([entry, ...others]: readonly ListedEntry[]): ClaimActionReasonCode | null {
  if (others.some(({ list }) => list !== entry?.list)) return 'several_lists';
  if (BigInt(entry?.amount ?? 0) === 0n) return 'zero_allocation';
  return others.length > 0 ? 'several_entries' : null;
}

/** Distributor of an entry: it pays the token of the entry, if that has one. */
export function distributorOf({ contract, style, token }: ClaimDistributor, { token: own }: ListedEntry) {
  const [, chain, family] = /^((eip155|solana):[^:]+):/.exec(contract) ?? [];
  const listed =
    own === null || chain === undefined ? null : `${chain}/${family === 'solana' ? 'token' : 'erc20'}:${own}`;
  return { contract, style, token: listed ?? token } satisfies ClaimDistributor;
}

/** Code of an address that loses the tokens; null for others. */
export function recipientFault(to: string | null, distributor: ClaimDistributor | null) {
  if (to === null) return null;
  if (/^0x0*$/.test(to)) return 'zero_address';
  const isOf = (id: string | null | undefined): boolean => id?.toLowerCase().endsWith(to.toLowerCase()) ?? false;
  if (isOf(distributor?.token)) return 'token_contract';
  return isOf(distributor?.contract) ? 'distributor' : null;
}

/** Terms of a claim that its entry and distributor do not state. */
interface GivenTerms extends Pick<ClaimTerms, 'wallet' | 'to' | 'delegate' | 'acceptForgone'> {
  readonly codeHash: string | null | undefined;
  readonly window: DropClaimWindow;
}

/** Terms of the claim of an entry on an EVM chain, or the reason for which its distributor is not known well enough. */
export function listedClaim(
  { contract, style: name, token: asset }: ClaimDistributor,
  { amount, proof }: Pick<ListedEntry, 'amount' | 'proof'>,
  { wallet, codeHash = null, window: { opens_at: opensAt, closes_at: closesAt }, ...given }: GivenTerms,
): ClaimTerms | ClaimActionReasonCode {
  const style = name === null ? null : distributorStyle(name);
  const deployed = evmContract(contract);
  if (deployed === null || !/^0x[0-9a-fA-F]{40}$/.test(wallet)) return 'style_unsupported';
  if (style === null) return 'style_unknown';
  const { chainId, address } = deployed;
  const token = evmToken(asset ?? '');
  if (token?.chainId !== chainId) return 'token_unknown';
  return {
    contract: {
      ...{ chainId, address: address.toLowerCase(), style, token: token.address.toLowerCase(), codeHash },
      window: { opensAtMs: msOf(opensAt), closesAtMs: msOf(closesAt) },
    },
    ...{ ...given, wallet: wallet.toLowerCase(), amount: BigInt(amount), proof },
    index: proof === null || proof.index === null ? null : BigInt(proof.index),
  };
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
