import {
  type Database,
  type DeliveryOutcome,
  DeliveryQueue,
  publishEvents,
  stepRecovery,
} from '@droptrack/persistence';

/** Outcomes that receivers have. */
export const TAKEN = { statusCode: 204, error: null, response: null, isDelivered: true } as const;
export const REFUSED = {
  statusCode: 500,
  error: 'the endpoint answered 500',
  response: Buffer.from('oops \u00e9'),
  isDelivered: false,
} as const;

type Outcome = Pick<DeliveryOutcome, 'statusCode' | 'error' | 'response' | 'isDelivered'>;

/** Turns all of the log into events, as a worker does. */
export async function tellEvents(db: Database): Promise<void> {
  while ((await publishEvents(db, { nowMs: Date.now() })).isMore);
}

/** Tries all that is due, as a worker would whose receivers all answer alike; gives the ids of the events. */
export async function deliverDue(db: Database, outcome: Outcome, durationMs = 12): Promise<string[]> {
  const tried: string[] = [];
  const queue = new DeliveryQueue(db, { perEndpoint: 100, leaseMs: 30_000, ratePerSecond: 1_000 });
  for (;;) {
    const nowMs = Date.now();
    const { deliveries } = await queue.lease({ nowMs, max: 100 });
    if (deliveries.length === 0) return tried;
    tried.push(...deliveries.map(({ eventId }) => eventId));
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

/** Does all recoveries that are queued, as a worker does. */
export async function doRecoveries(db: Database): Promise<void> {
  while ((await stepRecovery(db, Date.now())) !== null) continue;
}
