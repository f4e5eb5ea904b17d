import { type Webhook, WEBHOOK_LIMITS, type WebhookDelivery } from '@droptrack/contracts';
import { deliveryId } from '@droptrack/webhooks';
import type { PathParameterDocs } from '../../openapi/document/route-docs';
import { EXAMPLE_EVENTS } from '../../openapi/document/webhook-examples';

const { object } = EXAMPLE_EVENTS['webhook.ping'].data;

/** Enabled endpoint of the examples. */
export const EXAMPLE_WEBHOOK: Webhook = {
  ...object,
  disabled_reason: null,
  failing_since: null,
  created_at: '2026-08-01T09:30:00.000Z',
  updated_at: '2026-08-01T09:30:00.000Z',
};

/** Endpoint that the service disabled after failures. */
export const DISABLED_WEBHOOK: Webhook = {
  ...EXAMPLE_WEBHOOK,
  id: 'wh_8Zr4mWc1Xs',
  url: 'https://hooks.example/old',
  enabled: false,
  disabled_reason: 'failing',
  failing_since: '2026-08-15T04:12:09.310Z',
  updated_at: '2026-08-20T04:12:30.002Z',
};

/** Secret in valid format that belongs to no endpoint. */
export const EXAMPLE_SECRET = 'whsec_ZXhhbXBsZSBvZiBhIHNlY3JldCwgbm90IGEgcmVhbCBvbmU=';

const delivery = {
  event_type: 'drop.status_changed',
  created_at: '2026-08-22T09:58:41.130Z',
} as const;

/** Delivered at the second attempt. */
export const DELIVERED: WebhookDelivery = {
  ...delivery,
  id: deliveryId(object.id, EXAMPLE_EVENTS['drop.status_changed'].id),
  event_id: EXAMPLE_EVENTS['drop.status_changed'].id,
  status: 'delivered',
  next_attempt_at: null,
  delivered_at: '2026-08-22T09:58:46.702Z',
  attempts: [
    { at: '2026-08-22T09:58:46.520Z', duration_ms: 182, status_code: 204, error: null, response: null },
    {
      at: '2026-08-22T09:58:41.201Z',
      duration_ms: 95,
      status_code: 503,
      error: 'the endpoint responded with 503',
      response: 'upstream is restarting',
    },
  ],
};

/** Failed once, waiting for the second attempt. */
export const PENDING: WebhookDelivery = {
  ...delivery,
  id: deliveryId(object.id, EXAMPLE_EVENTS['drop.updated'].id),
  event_id: EXAMPLE_EVENTS['drop.updated'].id,
  event_type: 'drop.updated',
  status: 'pending',
  next_attempt_at: '2026-08-22T10:03:57.480Z',
  delivered_at: null,
  attempts: [
    {
      at: '2026-08-22T09:58:41.188Z',
      duration_ms: 15_000,
      status_code: null,
      error: 'no response within 15 s',
      response: null,
    },
  ],
};

/** Path parameter `{id}` of an endpoint. */
export const WEBHOOK_PATH: PathParameterDocs = {
  description: 'Id of the endpoint.',
  schema: { type: 'string' },
  example: EXAMPLE_WEBHOOK.id,
};

/** Path parameter `{delivery}`. */
export const DELIVERY_PATH: PathParameterDocs = {
  description: 'Id of the delivery.',
  schema: { type: 'string' },
  example: DELIVERED.id,
};

/** Retention of events and deliveries, in days. */
export const KEPT_DAYS = WEBHOOK_LIMITS.keptDays;
