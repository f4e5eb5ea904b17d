import type { Database } from '../database/database';
import { leaseDeliveries, type LeasedBatch, type LeasedDelivery, type LeaseTerms } from './lease';
import {
  type DeliveryOutcome,
  recordOutcomes,
  type RecordOptions,
  type RecordReport,
  releaseDeliveries,
} from './outcomes';

/** Deliveries as workers process them: each is leased, attempted, and its outcome recorded, or released without an attempt. */
export class DeliveryQueue {
  constructor(
    private readonly db: Database,
    private readonly terms: LeaseTerms,
  ) {}

  /**
   * Leases up to `max` deliveries that are due.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  lease(batch: { readonly nowMs: number; readonly max: number }): Promise<LeasedBatch> {
    return leaseDeliveries(this.db, { ...this.terms, ...batch });
  }

  /**
   * Records outcomes of attempts; those of expired leases are discarded.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  record(outcomes: readonly DeliveryOutcome[], options: RecordOptions): Promise<RecordReport> {
    return recordOutcomes(this.db, outcomes, options);
  }

  /**
   * Ends leases without an attempt: the deliveries are due at once, or after `delayMs`.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  release(
    deliveries: readonly LeasedDelivery[],
    { nowMs, delayMs }: { readonly nowMs: number; readonly delayMs: number },
  ): Promise<void> {
    return releaseDeliveries(this.db, deliveries, nowMs, delayMs > 0 ? nowMs + delayMs : null);
  }
}
