import type { WebhookAttempt, WebhookDelivery } from '@droptrack/contracts';
import type { StoredDelivery } from '@droptrack/persistence';

const PREFIX = 'dlv_';

/** The number that a delivery's id stands for; null for what is none. */
export function deliveryNumber(id: string): string | null {
  const [, number = null] = /^dlv_([1-9][0-9]{0,17})$/.exec(id) ?? [];
  return number;
}

/** A delivery as the owner of its endpoint sees it, every field named. */
export function presentDelivery(delivery: StoredDelivery): WebhookDelivery {
  return {
    id: PREFIX + delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    next_attempt_at: instant(delivery.nextAttemptMs),
    created_at: new Date(delivery.createdAtMs).toISOString(),
    delivered_at: instant(delivery.deliveredAtMs),
    attempts: delivery.attempts.map(presentAttempt),
  };
}

function presentAttempt(attempt: StoredDelivery['attempts'][number]): WebhookAttempt {
  return {
    at: new Date(attempt.atMs).toISOString(),
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.error,
    response: attempt.response === null ? null : Buffer.from(attempt.response).toString('utf8'),
  };
}

const instant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
