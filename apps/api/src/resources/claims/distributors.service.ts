import { claimsOf, deriveClaim, type DropDefinition, type ListEntry } from '@droptrack/catalogue';
import type { DropClaimContract, DropClaimContracts } from '@droptrack/contracts';
import { distributorStyle } from '@droptrack/distributors';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { objectBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import { ClaimCallTerms } from '../claim-calls/claim-call-terms';
import { requireDrop } from '../drops/require-drop';

/** Serves the distributors of a drop from its definition. */
@Injectable()
export class DistributorsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly terms: ClaimCallTerms,
  ) {}

  /** @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async get(viewer: Viewer, id: string): Promise<DataResponse> {
    const current = this.catalogue.requireView(viewer);
    requireDrop(current.view, id);
    const body = await this.definitions.of(id, current);
    const presented = presentDistributors(body.definition, current.view.listsOf(id, 'allocation'), current.asOfMs);
    // Clients build calls of these contracts.
    const reviewed = this.terms.isReviewed(body) ? presented : { ...presented, data: [] };
    return new DataResponse(objectBody(reviewed), current.asOfMs);
  }
}

/** Response without `as_of`. @param atMs - milliseconds since the epoch. */
export function presentDistributors(
  definition: DropDefinition,
  lists: readonly ListEntry[],
  atMs: number,
): Omit<DropClaimContracts, 'as_of'> {
  const { opens_at: opensAt, closes_at: closesAt } = deriveClaim(definition, atMs);
  const contracts = [...claimsOf(definition)].map(([list, claim]): DropClaimContract => {
    const style = claim.distributorStyle ?? null;
    return {
      list: list === '' ? null : list,
      contract: claim.contract,
      style,
      token: tokenOf(claim.contract, style, definition),
      root: claim.root?.value ?? publishedRoot(lists.find(({ name = '' }) => name === list)),
      code_hash: claim.codeHash ?? null,
      window: { opens_at: opensAt, closes_at: closesAt },
    };
  });
  return { drop: definition.id, data: contracts };
}

const publishedRoot = (list: ListEntry | undefined): string | null =>
  list?.tree?.root_published === true ? list.tree.root.toLowerCase() : null;

/** Token of the drop, if it is on the chain of the contract; the contract itself where the token distributes itself. */
function tokenOf(contract: string, style: string | null, { token }: DropDefinition): string | null {
  const [, chain, address] = /^(eip155:\d+):(0x[0-9a-fA-F]{40})$/.exec(contract) ?? [];
  if (chain !== undefined && distributorStyle(style ?? '')?.token === 'self') return `${chain}/erc20:${address}`;
  const asset = token.address?.value ?? null;
  return chain !== undefined && asset?.startsWith(`${chain}/erc20:`) === true ? asset : null;
}
