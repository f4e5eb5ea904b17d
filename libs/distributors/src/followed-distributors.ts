import { type ClaimDefinition, claimsOf, type DropDefinition } from '@droptrack/catalogue';
import type { LedgerStyle } from '@droptrack/eligibility';
import type { FollowedDistributor } from './claim-ledger';
import { followedStyle, isClaimedOnce } from './styles';

/** Accounts of claims on Solana that are followed: those from which the claims of one distributor can be listed. */
export const FOLLOWED_ACCOUNTS = ['jito', 'jupiter'] as const;

/**
 * Distributors of a drop whose claims are followed: of a style whose events state them, or with accounts that do, each of one list
 * only, as neither an event nor an account names the list.
 */
export function followedDistributors(definition: DropDefinition): FollowedDistributor[] {
  const claims = [...claimsOf(definition)];
  return claims.flatMap(([list, claim]) => {
    const isOfOneList = claims.filter(([, each]) => isSame(each, claim)).length === 1;
    const followed = isOfOneList ? followedBy(claim, definition) : null;
    return followed === null ? [] : [{ dropId: definition.id, list, ...followed }];
  });
}

const isSame = (one: Omit<ClaimDefinition, 'source'>, other: Omit<ClaimDefinition, 'source'>): boolean =>
  one.contract === other.contract && one.distributor === other.distributor;

function followedBy(
  claim: Omit<ClaimDefinition, 'source'>,
  definition: DropDefinition,
): Omit<FollowedDistributor, 'dropId' | 'list'> | null {
  const { contract, rpc, check, distributor: account, distributorStyle: style = '', fromBlock = null } = claim;
  if (contract.startsWith('solana:')) {
    const accounts = FOLLOWED_ACCOUNTS.find((each) => each === check);
    if (accounts === undefined || account === undefined) return null;
    return { contract, account, rpc, style: accounts, token: null, fromBlock: null };
  }
  const known = contract.startsWith('eip155:') ? followedStyle(style) : null;
  if (known === null) return null;
  const isByToken = known.events.some(({ token }) => token !== undefined);
  const token = isByToken ? tokenOn(contract, definition) : null;
  return isByToken && token === null ? null : { contract, rpc, style, token, fromBlock };
}

/** Address of the token of a drop, if it is on the chain of a contract. */
function tokenOn(contract: string, { token }: DropDefinition): string | null {
  const [, chain, address] = /^(eip155:\d+)\/erc20:(0x[0-9a-fA-F]{40})$/.exec(token.address?.value ?? '') ?? [];
  return address !== undefined && contract.startsWith(`${chain}:`) ? address : null;
}

/** Facts about the claims of a distributor; null for a style that is not followed. */
export function claimFacts({ account, style }: FollowedDistributor): LedgerStyle | null {
  if (account !== undefined) return { isOnce: false, isTransfer: true, paysLocked: true };
  const known = followedStyle(style);
  if (known === null) return null;
  const isTransfer = known.effect === 'transfer' && known.isTimed !== true;
  return { isOnce: isClaimedOnce(known), isTransfer, paysLocked: false };
}
