import { type BodyDocs, documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { WebhookNotFoundError } from './errors';
import { DISABLED_WEBHOOK, EXAMPLE_SECRET, EXAMPLE_WEBHOOK, pageOf, WEBHOOK_PATH } from './webhooks.example';
import { WebhooksController } from './webhooks.controller';

const ROOT = '/v1/webhooks';

const notFound = (path = ''): ProblemOccasion => ({
  error: new WebhookNotFoundError(),
  instance: `${ROOT}/wh_0000000000${path}`,
});

/** What both bodies with a URL have alike. */
const MEMBERS =
  '- `url`: `https`, port 443 or 8443, at most 2048 characters, no user or password in it, a host in plain ASCII. The ' +
  'name is looked up, and each of its addresses must be public: a private, loopback, link-local, shared, multicast or ' +
  'metadata address, or an IPv6 address with an IPv4 address in it, is refused, and so is a name that leads nowhere. ' +
  'The same holds again at every attempt to deliver.\n' +
  '- `events`: 1 to 40 names of events, of groups (`drop.*`) or `*`, each once.\n' +
  '- `filters`: events about other drops or chains than these, and those that leave the hype score below `min_hype`, ' +
  'are not sent. Members that are null or absent filter nothing. Events about no drop pass.\n' +
  '- `description`: a line of at most 200 characters. `enabled`: `false` lets it rest; what happens meanwhile is not ' +
  'sent later by itself (`recover` does that).';

const createBody: BodyDocs = {
  contract: 'CreateWebhook',
  description: 'The endpoint.',
  examples: {
    least: { summary: 'All events', body: { url: 'https://hooks.example/droptrack', events: ['*'] } },
    filtered: {
      summary: 'Some events of some drops',
      body: {
        url: EXAMPLE_WEBHOOK.url,
        events: ['drop.*', 'calendar.event_starting_soon'],
        description: 'Alerts of the team',
        filters: { chains: ['linea', 'base'], min_hype: 50 },
      },
    },
  },
  invalid: { url: EXAMPLE_WEBHOOK.url, events: ['drop.*', 'drop.gone'], filters: { min_hype: 101 }, secret: 'mine' },
};

const create: RouteDocs = {
  operationId: 'createWebhook',
  summary: 'Make an endpoint',
  description:
    'Registers an address that is told of events from now on. The answer has the `secret` that deliveries are signed ' +
    'with: it is told here and on rotation, and nowhere else.\n\n' +
    `${MEMBERS}\n\n` +
    'An account, which is a key with those that a rotation puts in its place, may have 20 endpoints (operators can set ' +
    'another number); one more is 422. It may make 100 within 24 hours, those that it deletes included; one more is 429 ' +
    'with `Retry-After`. Where the operator requires it, an enabled endpoint must answer a signed challenge first; else ' +
    'the request is 422 `validation_failed`, with the code `challenge_failed` in `errors`. **Asked twice it makes two**: ' +
    'after an answer that was lost, look at the list before you ask again.',
  body: createBody,
  answer: {
    kind: 'unkept',
    status: 201,
    type: 'CreatedWebhook',
    description: 'The endpoint, and its secret.',
    examples: { made: { summary: 'A new endpoint', body: { ...EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET } } },
  },
};

const list: RouteDocs = {
  operationId: 'listWebhooks',
  summary: 'List your endpoints',
  description:
    'All endpoints of the account, the latest first, on one page: they are never more than an account may have.',
  answer: {
    kind: 'unkept',
    type: 'WebhookPage',
    description: 'The endpoints.',
    examples: {
      two: { summary: 'One that works, one that was given up', body: pageOf([EXAMPLE_WEBHOOK, DISABLED_WEBHOOK]) },
      none: { summary: 'None', body: pageOf([]) },
    },
  },
};

const get: RouteDocs = {
  operationId: 'getWebhook',
  summary: 'Get an endpoint',
  description: 'One endpoint, and how it does. Its secret is not shown again.',
  path: { id: WEBHOOK_PATH },
  answer: {
    kind: 'unkept',
    type: 'Webhook',
    description: 'The endpoint.',
    examples: {
      working: { summary: 'One that works', body: EXAMPLE_WEBHOOK },
      disabled: { summary: 'One that failed for 5 days', body: DISABLED_WEBHOOK },
    },
  },
  problems: [notFound()],
};

const update: RouteDocs = {
  operationId: 'updateWebhook',
  summary: 'Change an endpoint',
  description:
    'What is left out stays. `null` clears `description` and `filters`; `filters` are replaced as a whole. The same ' +
    'change twice comes to the same. Deliveries that are under way go by what held when they were taken.\n\n' +
    `${MEMBERS}\n\n` +
    '`enabled: true` clears `disabled_reason` and lets deliveries that were waiting go on.',
  path: { id: WEBHOOK_PATH },
  body: {
    contract: 'UpdateWebhook',
    description: 'What of the endpoint shall be different.',
    examples: {
      events: { summary: 'Other events', body: { events: ['hype.threshold_crossed'] } },
      enable: { summary: 'Enable it again', body: { enabled: true } },
      unfiltered: { summary: 'Without filters', body: { filters: null } },
    },
    invalid: { events: [], enabled: null },
  },
  answer: {
    kind: 'unkept',
    type: 'Webhook',
    description: 'The endpoint as it is now.',
    examples: {
      changed: {
        summary: 'With other events',
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
    'Nothing is sent to it any more, its secret is forgotten, and its deliveries are no longer shown. A delivery that is ' +
    'under way may still arrive. Deleting it again is 404.',
  path: { id: WEBHOOK_PATH },
  answer: { kind: 'none', description: 'It is gone. No body.' },
  problems: [notFound()],
};

const rotateSecret: RouteDocs = {
  operationId: 'rotateWebhookSecret',
  summary: 'Give an endpoint a new secret',
  description:
    'Deliveries are signed with both secrets, the new one and the former, until the grace period is over: put the new one ' +
    'in place meanwhile, and no delivery is refused. With `grace_period_seconds: 0` no former one signs anything from ' +
    'now on, as after a leak. A body is needed; `{}` takes the default, 86400 (a day).\n\n' +
    '**Asked twice it makes two secrets**: the last one, and those in their grace period, sign, four at most.',
  path: { id: WEBHOOK_PATH },
  body: {
    contract: 'RotateWebhookSecret',
    description: 'How long the former secret goes on signing.',
    examples: {
      usual: { summary: 'For a day', body: {} },
      leaked: { summary: 'At once', body: { grace_period_seconds: 0 } },
    },
    invalid: { grace_period_seconds: 604_801 },
  },
  answer: {
    kind: 'unkept',
    type: 'RotatedWebhookSecret',
    description: 'The new secret.',
    examples: {
      rotated: {
        summary: 'With a day of grace',
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
