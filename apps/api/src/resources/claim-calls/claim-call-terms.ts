import type { DefinitionBody } from '@droptrack/catalogue';

/** Origin of drops that the operator has accepted from finders. */
const DISCOVERED = 'discovered';

/** Settings of claim calls. */
export class ClaimCallTerms {
  /** @param isDiscoveredPrepared - true if calls are prepared for drops that finders discovered. */
  constructor(private readonly isDiscoveredPrepared: boolean) {}

  /** True for a drop of whose contracts calls are prepared: its file was reviewed, or the operator accepts those of finders. */
  isReviewed({ origin }: Pick<DefinitionBody, 'origin'>): boolean {
    return this.isDiscoveredPrepared || origin !== DISCOVERED;
  }
}
