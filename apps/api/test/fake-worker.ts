import {
  type Database,
  type DeliveryOutcome,
  DeliveryQueue,
  publishEvents,
  stepRecovery,
} from '@droptrack/persistence';

/** Outcomes of an attempt. */
export const DELIVERED = { statusCode: 204, error: null, response: null, isDelivered: true } as const;
export const FAILED = {
  statusCode: 500,
  error: 'the endpoint responded with 500',
  response: Buffer.from('oops \u00e9'),
  isDelivered: false,
} as const;

type Outcome = Pick<DeliveryOutcome, 'statusCode' | 'error' | 'response' | 'isDelivered'>;

/** Publishes the events of the whole log, as the worker does. */
export async function publishAllEvents(db: Database): Promise<void> {
  while ((await publishEvents(db, { nowMs: Date.now() })).isMore);
}

/** Attempts all due deliveries with the same outcome, as the worker does; returns the ids of their events. */
export async function deliverDue(db: Database, outcome: Outcome, durationMs = 12): Promise<string[]> {
  const attempted: string[] = [];
  const queue = new DeliveryQueue(db, { perEndpoint: 100, leaseMs: 30_000, ratePerSecond: 1_000 });
  for (;;) {
    const nowMs = Date.now();
    const { deliveries } = await queue.lease({ nowMs, max: 100 });
    if (deliveries.length === 0) return attempted;
    attempted.push(...deliveries.map(({ eventId }) => eventId));
    const outcomes = deliveries.map((delivery) => ({
      ...outcome,
      delivery,
      atMs: nowMs,
      durationMs,
      retryAfterMs: null,
    }));
    await queue.record(outcomes, { nowMs, random: () => 0 });
  }
}

/** Performs all queued recoveries, as the worker does. */
export async function runRecoveries(db: Database): Promise<void> {
  while ((await stepRecovery(db, Date.now())) !== null) continue;
}
