import { claimsOf, type DropDefinition } from '@droptrack/catalogue';
import type { FollowedDistributor } from './claim-ledger';
import { followedStyle } from './styles';

/**
 * Distributors of a drop whose claims are followed: of a style whose events state them, each of one list only, as an event does
 * not name the list.
 */
export function followedDistributors(definition: DropDefinition): FollowedDistributor[] {
  const claims = [...claimsOf(definition)];
  return claims.flatMap(([list, { contract, rpc, distributorStyle: style = '', fromBlock = null }]) => {
    const known = contract.startsWith('eip155:') ? followedStyle(style) : null;
    const isOfOneList = claims.filter(([, each]) => each.contract === contract).length === 1;
    if (known === null || !isOfOneList) return [];
    const isByToken = known.events.some(({ token }) => token !== undefined);
    const token = isByToken ? tokenOn(contract, definition) : null;
    return isByToken && token === null ? [] : [{ dropId: definition.id, list, contract, rpc, style, token, fromBlock }];
  });
}

/** Address of the token of a drop, if it is on the chain of a contract. */
function tokenOn(contract: string, { token }: DropDefinition): string | null {
  const [, chain, address] = /^(eip155:\d+)\/erc20:(0x[0-9a-fA-F]{40})$/.exec(token.address?.value ?? '') ?? [];
  return address !== undefined && contract.startsWith(`${chain}:`) ? address : null;
}
