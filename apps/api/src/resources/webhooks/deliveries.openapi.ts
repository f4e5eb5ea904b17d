import { examplePage } from '../../openapi/document/example-page';
import { documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { DeliveryNotFoundError, WebhookNotFoundError } from './errors';
import { DeliveriesController } from './deliveries.controller';
import { DELIVERED, DELIVERY_PATH, EXAMPLE_WEBHOOK, KEPT_DAYS, PENDING, WEBHOOK_PATH } from './webhooks.example';

const notFound = (path: string): ProblemOccasion => ({
  error: new WebhookNotFoundError(),
  instance: `/v1/webhooks/wh_0000000000/${path}`,
});

const test: RouteDocs = {
  operationId: 'testWebhook',
  summary: 'Test an endpoint',
  description:
    'Sends a `webhook.ping` event to the endpoint, regardless of its subscriptions, and returns the outcome. Like any ' +
    'delivery, the event is signed, must receive a response within 15 s, and is contained in the list of deliveries; ' +
    'unlike other deliveries, it is not retried. The response takes as long as the endpoint, at most 17 s. A failed test ' +
    'returns 200 with `delivered: false` and the reason in `error`, also if the endpoint is disabled or no worker of the ' +
    'service started the test in time. An account can have four concurrent tests; further requests return 429. The ' +
    'request has no body.\n\n' +
    '**Not idempotent**: every request sends an event.',
  path: { id: WEBHOOK_PATH },
  response: {
    kind: 'uncached',
    type: 'WebhookTest',
    description: 'Outcome of the test.',
    examples: {
      delivered: {
        summary: 'Delivered',
        body: { delivered: true, status_code: 204, duration_ms: 182, error: null },
      },
      failed: {
        summary: 'Failed',
        body: { delivered: false, status_code: 500, duration_ms: 95, error: 'the endpoint responded with 500' },
      },
    },
  },
  problems: [notFound('test')],
};

const list: RouteDocs = {
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  description:
    `Returns the deliveries to an endpoint in the last ${KEPT_DAYS} days with their attempts, latest delivery first. The ` +
    '`webhook-id` of an attempt is the `event_id` of its delivery. The first KiB of each response body is stored.',
  path: { id: WEBHOOK_PATH },
  invalidQuery: 'status=lost',
  cursor: 'WzEsMzg0NjI4NjI5MixudWxsLCI0ODE5MCJdJ6xYKA',
  response: {
    kind: 'uncached',
    type: 'WebhookDeliveryPage',
    description: 'A page of deliveries.',
    examples: {
      page: {
        summary: 'One delivered at the second attempt, one pending',
        body: examplePage([DELIVERED, PENDING]),
      },
      none: { summary: 'Empty list: status=failed', body: examplePage([]) },
    },
  },
  problems: [notFound('deliveries')],
};

const redeliver: RouteDocs = {
  operationId: 'redeliverWebhookDelivery',
  summary: 'Redeliver an event',
  description:
    'Enqueues a delivery again, regardless of its status, with the same body, the same `webhook-id` and the full retry ' +
    'schedule. For a disabled endpoint, it is sent once the endpoint is enabled. Repeated requests while the delivery is ' +
    'pending send it once; a delivery in flight is not enqueued (`deliveries: 0`). The request has no body.',
  path: { id: WEBHOOK_PATH, delivery: DELIVERY_PATH },
  response: {
    kind: 'uncached',
    status: 202,
    type: 'AcceptedDeliveries',
    description: 'The delivery is enqueued or in flight.',
    examples: { accepted: { summary: 'Enqueued', body: { deliveries: 1 } } },
  },
  problems: [
    notFound(`deliveries/${DELIVERED.id}/redeliver`),
    {
      error: new DeliveryNotFoundError(),
      instance: `/v1/webhooks/${EXAMPLE_WEBHOOK.id}/deliveries/dlv_1/redeliver`,
    },
  ],
};

export const deliveriesDocs = documents(DeliveriesController, 'Webhooks', { test, list, redeliver });
