import type { WebhookAttempt, WebhookDelivery } from '@droptrack/contracts';

/** Stored attempt. */
export interface StoredAttempt {
  /** Start, milliseconds since the epoch. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** Reason of a failure; null for a success. */
  readonly error: string | null;
  /** First KiB of the response body; null for an empty one. */
  readonly response: Uint8Array | null;
}

/** Stored delivery; instants in milliseconds since the epoch. */
export interface StoredDelivery {
  readonly eventId: string;
  readonly eventType: WebhookDelivery['event_type'];
  readonly status: WebhookDelivery['status'];
  readonly nextAttemptMs: number | null;
  readonly createdAtMs: number;
  readonly deliveredAtMs: number | null;
  readonly attempts: readonly StoredAttempt[];
}

/** Converts a stored delivery to its wire format. */
export function presentDelivery(endpointId: string, delivery: StoredDelivery): WebhookDelivery {
  return {
    id: deliveryId(endpointId, delivery.eventId),
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    next_attempt_at: instant(delivery.nextAttemptMs),
    created_at: new Date(delivery.createdAtMs).toISOString(),
    delivered_at: instant(delivery.deliveredAtMs),
    attempts: delivery.attempts.map(presentAttempt),
  };
}

function presentAttempt({ atMs, durationMs, statusCode, error, response }: StoredAttempt): WebhookAttempt {
  return {
    at: new Date(atMs).toISOString(),
    duration_ms: durationMs,
    status_code: statusCode,
    error,
    response: response === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(response),
  };
}

const instant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/**
 * Public id of a delivery: `dlv_`, the id of its endpoint and the id of its event without their prefixes. It is unique, as
 * an endpoint has at most one delivery per event. Unlike the number of the row, it does not reveal how many deliveries all
 * accounts have.
 *
 * @param endpointId - `wh_…`, letters and digits.
 * @param eventId - `evt_…`
 */
export function deliveryId(endpointId: string, eventId: string): string {
  return `dlv_${endpointId.replace(/^wh_/, '')}_${eventId.replace(/^evt_/, '')}`;
}

/** Parses the public id of a delivery; returns null for other texts. */
export function readDeliveryId(id: string): { readonly endpointId: string; readonly eventId: string } | null {
  const [, endpoint, event] = /^dlv_([0-9A-Za-z]{1,64})_([0-9A-Za-z_-]{1,64})$/.exec(id) ?? [];
  return endpoint === undefined || event === undefined
    ? null
    : { endpointId: `wh_${endpoint}`, eventId: `evt_${event}` };
}
