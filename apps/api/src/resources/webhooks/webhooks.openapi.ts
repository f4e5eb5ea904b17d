import type { CreateWebhook, RotateWebhookSecret, UpdateWebhook } from '@droptrack/contracts';
import { examplePage } from '../../openapi/document/example-page';
import { type BodyDocs, documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { invalidIdempotencyKey } from '../../platform/input/idempotency-key';
import { idempotencyKeyReused, WebhookNotFoundError } from './errors';
import { DISABLED_WEBHOOK, EXAMPLE_SECRET, EXAMPLE_WEBHOOK, WEBHOOK_PATH } from './webhooks.example';
import { WebhooksController } from './webhooks.controller';

const ROOT = '/v1/webhooks';

const notFound = (path = ''): ProblemOccasion => ({
  error: new WebhookNotFoundError(),
  instance: `${ROOT}/wh_0000000000${path}`,
});

/** Rules of the properties that are common to creation and update. */
const MEMBERS =
  '- `url`: `https`, port 443 or 8443, at most 2048 characters, no credentials, and a host in ASCII. The host name is ' +
  'resolved, and all of its addresses must be public. Private, loopback, link-local, shared, multicast and metadata ' +
  'addresses, IPv6 addresses that embed an IPv4 address, and names that do not resolve are rejected. The same check is ' +
  'repeated at every delivery attempt.\n' +
  '- `events`: 1 to 40 distinct event types, groups (`drop.*`) or `*`.\n' +
  '- `filters`: limits events to these drops and chains, and to changes after which the hype score is at least ' +
  '`min_hype`, which excludes drops without a score. Null or absent properties do not filter. Events that are not about a drop pass all filters.\n' +
  '- `description`: a single line of at most 200 characters.\n' +
  '- `enabled`: `false` pauses the endpoint. Events published while it is paused are not sent automatically later; ' +
  'replay them with `POST /v1/webhooks/{id}/recover`.';

const createBody: BodyDocs<CreateWebhook> = {
  description: 'The endpoint to create.',
  examples: {
    least: { summary: 'All events', body: { url: 'https://hooks.example/droptrack', events: ['*'] } },
    filtered: {
      summary: 'Some events, filtered by chain and hype score',
      body: {
        url: EXAMPLE_WEBHOOK.url,
        events: ['drop.*', 'calendar.event_starting_soon'],
        description: 'Team alerts',
        filters: { chains: ['linea', 'base'], min_hype: 50 },
      },
    },
  },
  invalid: { url: EXAMPLE_WEBHOOK.url, events: ['drop.*', 'drop.gone'], filters: { min_hype: 101 }, secret: 'mine' },
};

const create: RouteDocs = {
  operationId: 'createWebhook',
  summary: 'Create an endpoint',
  description:
    'Registers an endpoint for webhook events. The response contains the `secret` that signs deliveries; it is returned ' +
    'only here and on rotation.\n\n' +
    `${MEMBERS}\n\n` +
    'An account (a key and its rotated successors) can have up to 20 endpoints by default; beyond that, the request ' +
    'returns 422. It can create up to 100 endpoints within 24 hours, including deleted ones; beyond that, the request ' +
    'returns 429 with `Retry-After`. If the operator requires it, an enabled endpoint must first respond to a signed ' +
    'challenge; otherwise the request returns 422 `validation_failed` with the code `challenge_failed` in `errors`.\n\n' +
    '**Idempotent with `Idempotency-Key`**: for 24 hours, a request of the account with the same key and body creates ' +
    'nothing. It returns the stored response, with the same secret and `Idempotent-Replayed: true`, even if the endpoint ' +
    'was changed or deleted since. The same key with another body returns 422 `idempotency_key_reused`. Only successful ' +
    'requests use up a key: after an error, correct the request and send it with the same key. Concurrent requests with ' +
    'one key create one endpoint.',
  body: createBody,
  headers: ['IdempotencyKey'],
  problems: [
    { error: idempotencyKeyReused(), instance: ROOT },
    { error: invalidIdempotencyKey(), instance: ROOT },
  ],
  response: {
    kind: 'uncached',
    headers: ['IdempotentReplayed'],
    status: 201,
    type: 'CreatedWebhook',
    description: 'The endpoint with its secret.',
    examples: { made: { summary: 'New endpoint', body: { ...EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET } } },
  },
};

const list: RouteDocs = {
  operationId: 'listWebhooks',
  summary: 'List endpoints',
  description: 'Returns all endpoints of the account, latest first. The list always fits on one page.',
  response: {
    kind: 'uncached',
    type: 'WebhookPage',
    description: 'The endpoints.',
    examples: {
      two: { summary: 'One enabled and one disabled endpoint', body: examplePage([EXAMPLE_WEBHOOK, DISABLED_WEBHOOK]) },
      none: { summary: 'No endpoints', body: examplePage([]) },
    },
  },
};

const get: RouteDocs = {
  operationId: 'getWebhook',
  summary: 'Retrieve an endpoint',
  description: 'Returns an endpoint and its health, without its secret.',
  path: { id: WEBHOOK_PATH },
  response: {
    kind: 'uncached',
    type: 'Webhook',
    description: 'The endpoint.',
    examples: {
      working: { summary: 'Enabled endpoint', body: EXAMPLE_WEBHOOK },
      disabled: { summary: 'Endpoint disabled after 5 days of failures', body: DISABLED_WEBHOOK },
    },
  },
  problems: [notFound()],
};

const update: RouteDocs = {
  operationId: 'updateWebhook',
  summary: 'Update an endpoint',
  description:
    'Updates the properties contained in the body; omitted properties remain unchanged. `null` clears `description` and ' +
    '`filters`; `filters` are replaced as a whole. Idempotent. Deliveries in flight keep the previous settings.\n\n' +
    `${MEMBERS}\n\n` +
    '`enabled: true` clears `disabled_reason` and resumes pending deliveries.',
  path: { id: WEBHOOK_PATH },
  body: {
    description: 'Properties to update.',
    examples: {
      events: { summary: 'Subscribe to other events', body: { events: ['hype.threshold_crossed'] } },
      enable: { summary: 'Enable the endpoint', body: { enabled: true } },
      unfiltered: { summary: 'Remove the filters', body: { filters: null } },
    },
    invalid: { events: [], enabled: null },
  } satisfies BodyDocs<UpdateWebhook>,
  response: {
    kind: 'uncached',
    type: 'Webhook',
    description: 'The updated endpoint.',
    examples: {
      changed: {
        summary: 'Endpoint with other events',
        body: { ...EXAMPLE_WEBHOOK, events: ['hype.threshold_crossed'], updated_at: '2026-08-22T09:59:58.004Z' },
      },
    },
  },
  problems: [notFound()],
};

const remove: RouteDocs = {
  operationId: 'deleteWebhook',
  summary: 'Delete an endpoint',
  description:
    'Deletes an endpoint and its secret. Its deliveries are no longer accessible, and nothing more is sent to it, except ' +
    'for attempts that are already in flight. A repeated request returns 404.',
  path: { id: WEBHOOK_PATH },
  response: { kind: 'none', description: 'The endpoint was deleted. No body.' },
  problems: [notFound()],
};

const rotateSecret: RouteDocs = {
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate a signing secret',
  description:
    'Creates a new signing secret. During the grace period, deliveries are signed with both the new and the previous ' +
    'secret, so that you can replace the secret without rejecting a delivery. With `grace_period_seconds: 0`, all ' +
    'previous secrets stop signing immediately, for example after a leak. The body is required; `{}` applies the default ' +
    'of 86400 seconds (one day).\n\n' +
    '**Not idempotent**: every request creates a secret. The latest secret and those in their grace period sign, at ' +
    'most four.',
  path: { id: WEBHOOK_PATH },
  body: {
    description: 'Grace period of the previous secret.',
    examples: {
      usual: { summary: 'Default grace period of one day', body: {} },
      leaked: { summary: 'No grace period, after a leak', body: { grace_period_seconds: 0 } },
    },
    invalid: { grace_period_seconds: 604_801 },
  } satisfies BodyDocs<RotateWebhookSecret>,
  response: {
    kind: 'uncached',
    type: 'RotatedWebhookSecret',
    description: 'The new secret.',
    examples: {
      rotated: {
        summary: 'Rotation with a grace period of one day',
        body: { id: EXAMPLE_WEBHOOK.id, secret: EXAMPLE_SECRET, previous_expires_at: '2026-08-23T10:00:00.000Z' },
      },
    },
  },
  problems: [notFound('/rotate-secret')],
};

export const webhooksDocs = documents(WebhooksController, 'Webhooks', {
  create,
  list,
  get,
  update,
  remove,
  rotateSecret,
});
