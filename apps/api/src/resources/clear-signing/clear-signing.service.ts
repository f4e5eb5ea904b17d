import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { DomainError } from '../../platform/errors/domain-error';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { ClaimCallTerms } from '../claim-calls/claim-call-terms';
import { requireDrop } from '../drops/require-drop';
import { clearSigningDescriptor } from './descriptor';

/** Serves the descriptors by which hardware wallets show claim calls. */
@Injectable()
export class ClearSigningService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly terms: ClaimCallTerms,
  ) {}

  /** @throws {DomainError} `distributor_not_found`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async get(viewer: Viewer, id: string): Promise<UncachedResponse> {
    const current = this.catalogue.requireView(viewer);
    requireDrop(current.view, id);
    const body = await this.definitions.of(id, current);
    const descriptor = this.terms.isReviewed(body) ? clearSigningDescriptor(body.definition) : null;
    if (descriptor === null) throw distributorNotFound(id);
    return new UncachedResponse(JSON.stringify(descriptor), current.asOfMs);
  }
}

/** @param id - of a drop that exists. */
export const distributorNotFound = (id: string): DomainError =>
  new DomainError('distributor_not_found', `The drop "${id}" has no distributor whose claim calls are known`);
