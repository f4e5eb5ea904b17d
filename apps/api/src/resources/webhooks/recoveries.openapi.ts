import type { WebhookRecovery } from '@droptrack/contracts';
import {
  documents,
  type PathParameterDocs,
  type ProblemOccasion,
  type RouteDocs,
} from '../../openapi/document/route-docs';
import { RecoveryNotFoundError, WebhookNotFoundError } from './errors';
import { RecoveriesController } from './recoveries.controller';
import { EXAMPLE_WEBHOOK, WEBHOOK_PATH } from './webhooks.example';

const notFound = (path: string): ProblemOccasion => ({
  error: new WebhookNotFoundError(),
  instance: `/v1/webhooks/wh_0000000000/${path}`,
});

const QUEUED: WebhookRecovery = {
  id: 'rec_5t1xk0v9c2m7q3p8w6za',
  status: 'queued',
  deliveries: 0,
  since: '2026-08-21T00:00:00.000Z',
  until: '2026-08-21T06:30:00.000Z',
  next_since: null,
  stopped_by: null,
  created_at: '2026-08-22T09:58:41.130Z',
  finished_at: null,
};

const RECOVERY_PATH: PathParameterDocs = {
  description: 'Id of the recovery.',
  schema: { type: 'string' },
  example: QUEUED.id,
};

const recover: RouteDocs = {
  operationId: 'recoverWebhook',
  summary: 'Send missed events',
  description:
    'Makes every event of a span of time due again that the endpoint subscribes to and that was not delivered: those whose ' +
    'attempts failed, and those that were never sent because the endpoint was disabled, paused or not there yet. What was ' +
    'delivered is not sent again. Deliveries keep their `webhook-id` and are sent at the rate of any backlog.\n\n' +
    'The work is a job: the response names it, and `GET …/recoveries/{recovery}` (`Location`) returns its state. An account ' +
    'has one at a time; another one is 429 until it has finished. **Bounds**: a recovery ends when 10 000 deliveries of the ' +
    'account are pending (`stopped_by: pending_limit`), or when the recoveries of the account have made 50 000 deliveries ' +
    'due within 24 hours (`daily_limit`; a new one is then 429 with `Retry-After`). Each recovery counts as 100 deliveries ' +
    'at least. `next_since` says where to go on. Operators can set other bounds.',
  path: { id: WEBHOOK_PATH },
  body: {
    contract: 'RecoverWebhook',
    description: 'The span, by when things happened: from `since` to before `until`.',
    examples: {
      outage: {
        summary: 'An outage',
        body: { since: '2026-08-21T00:00:00Z', until: '2026-08-21T06:30:00Z' },
      },
      untilNow: { summary: 'Up to now', body: { since: '2026-08-21T00:00:00Z' } },
    },
    invalid: { since: 'yesterday' },
  },
  answer: {
    kind: 'unkept',
    status: 202,
    isLocated: true,
    type: 'WebhookRecovery',
    description: 'The recovery, which waits for a worker.',
    examples: { queued: { summary: 'Queued', body: QUEUED } },
  },
  problems: [notFound('recover')],
};

const recovery: RouteDocs = {
  operationId: 'getWebhookRecovery',
  summary: 'Get a recovery',
  description:
    'The state of a recovery and how many deliveries it has made due so far. `queued` and `running` come to an end by ' +
    'themselves, also when a worker of the service dies. Kept for 30 days.',
  path: { id: WEBHOOK_PATH, recovery: RECOVERY_PATH },
  answer: {
    kind: 'unkept',
    type: 'WebhookRecovery',
    description: 'The recovery.',
    examples: {
      running: { summary: 'At work', body: { ...QUEUED, status: 'running', deliveries: 112 } },
      done: {
        summary: 'Done',
        body: { ...QUEUED, status: 'done', deliveries: 214, finished_at: '2026-08-22T09:58:42.004Z' },
      },
      stopped: {
        summary: 'Ended by a bound',
        body: {
          ...QUEUED,
          status: 'done',
          deliveries: 10_000,
          next_since: '2026-08-21T05:12:07.310Z',
          stopped_by: 'pending_limit',
          finished_at: '2026-08-22T09:58:44.918Z',
        },
      },
    },
  },
  problems: [
    notFound(`recoveries/${QUEUED.id}`),
    {
      error: new RecoveryNotFoundError(),
      instance: `/v1/webhooks/${EXAMPLE_WEBHOOK.id}/recoveries/rec_0`,
    },
  ],
};

export const recoveriesDocs = documents(RecoveriesController, 'Webhooks', { recover, recovery });
