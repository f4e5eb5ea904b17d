import { PAGE_LIMIT } from '@droptrack/contracts';
import { documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { DeliveryNotFoundError, WebhookNotFoundError } from './errors';
import { DeliveriesController } from './deliveries.controller';
import {
  DELIVERED,
  DELIVERY_PATH,
  EXAMPLE_WEBHOOK,
  KEPT_DAYS,
  pageOf,
  PENDING,
  WEBHOOK_PATH,
} from './webhooks.example';

const notFound = (path: string): ProblemOccasion => ({
  error: new WebhookNotFoundError(),
  instance: `/v1/webhooks/wh_0000000000/${path}`,
});

const test: RouteDocs = {
  operationId: 'testWebhook',
  summary: 'Send a test',
  description:
    'Sends `webhook.ping` to the endpoint, whatever it subscribes to, and tells what came of it: like any delivery it is ' +
    'signed, must be answered within 15 s, and is in the list of deliveries; unlike others it is tried once. The answer ' +
    'takes as long as the endpoint does, 17 s at most. A test that fails is an answer too: `delivered` is `false`, and `error` says why, also ' +
    'when the endpoint is disabled or no worker of the service has taken the test in time. Of an account four are under way ' +
    'at once; one more is 429.\n\n' +
    '**Asked twice it sends two.** Takes no body.',
  path: { id: WEBHOOK_PATH },
  answer: {
    kind: 'unkept',
    type: 'WebhookTest',
    description: 'What came of it.',
    examples: {
      delivered: {
        summary: 'Taken',
        body: { delivered: true, status_code: 204, duration_ms: 182, error: null },
      },
      refused: {
        summary: 'Not taken',
        body: { delivered: false, status_code: 500, duration_ms: 95, error: 'the endpoint answered 500' },
      },
    },
  },
  problems: [notFound('test')],
};

const list: RouteDocs = {
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries to an endpoint',
  description:
    `Every delivery of the last ${KEPT_DAYS} days with its attempts, the latest delivery first. \`webhook-id\` of an ` +
    'attempt is the `event_id`. Of what was answered the first KiB is kept.',
  path: { id: WEBHOOK_PATH },
  query: {
    contract: 'ListDeliveriesQuery',
    invalid: 'status=lost',
    parameters: {
      status: { example: 'failed' },
      event_type: { example: 'drop.status_changed' },
      limit: { example: 50, default: PAGE_LIMIT.default },
      cursor: { example: 'WzEsMzg0NjI4NjI5MixudWxsLCI0ODE5MCJdJ6xYKA' },
    },
  },
  answer: {
    kind: 'unkept',
    type: 'WebhookDeliveryPage',
    description: 'A page of deliveries.',
    examples: {
      page: {
        summary: 'One that was taken at the second attempt, one to be tried again',
        body: pageOf([DELIVERED, PENDING]),
      },
      none: { summary: 'None: status=failed', body: pageOf([]) },
    },
  },
  problems: [notFound('deliveries')],
};

const redeliver: RouteDocs = {
  operationId: 'redeliverWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Sends the same bytes with the same `webhook-id`, whatever became of the delivery before, with all attempts that a ' +
    'new one has. To a disabled endpoint it is sent once that is enabled. Asking twice while it waits sends it once; ' +
    'one that is under way is left to it (`deliveries: 0`). Takes no body.',
  path: { id: WEBHOOK_PATH, delivery: DELIVERY_PATH },
  answer: {
    kind: 'unkept',
    status: 202,
    type: 'AcceptedDeliveries',
    description: 'It is due now, or is under way.',
    examples: { accepted: { summary: 'It is due now', body: { deliveries: 1 } } },
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
