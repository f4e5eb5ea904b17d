import type { RecoverWebhook, WebhookRecovery } from '@droptrack/contracts';
import {
  type BodyDocs,
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
  summary: 'Replay missed events',
  description:
    'Enqueues every event of a time span that the endpoint subscribes to and that was not delivered: events whose ' +
    'attempts failed, and events that were never sent because the endpoint was disabled, paused or not yet created. ' +
    'Delivered events are not sent again. Deliveries keep their `webhook-id` and are sent at the same rate as any ' +
    'backlog.\n\n' +
    'The recovery runs as a job: the response contains it, and its URL (`Location`) returns its state. An account can ' +
    'have one recovery at a time; further requests return 429 until it has finished.\n\n' +
    '**Limits** (defaults; operators can change them): a recovery stops when 10 000 deliveries of the account are ' +
    'pending (`stopped_by: pending_limit`), or when the recoveries of the account have enqueued 50 000 deliveries within ' +
    '24 hours (`daily_limit`; new recoveries then return 429 with `Retry-After`). Each recovery counts as at least 100 ' +
    'deliveries. To continue a stopped recovery, send its `next_since` as `since`.',
  path: { id: WEBHOOK_PATH },
  body: {
    description: 'Time span of the events: from `since`, inclusive, to `until`, exclusive.',
    examples: {
      outage: {
        summary: 'Span of an outage',
        body: { since: '2026-08-21T00:00:00Z', until: '2026-08-21T06:30:00Z' },
      },
      untilNow: { summary: 'Span up to now', body: { since: '2026-08-21T00:00:00Z' } },
    },
    invalid: { since: 'yesterday' },
  } satisfies BodyDocs<RecoverWebhook>,
  response: {
    kind: 'uncached',
    status: 202,
    isLocated: true,
    type: 'WebhookRecovery',
    description: 'The queued recovery.',
    examples: { queued: { summary: 'Queued', body: QUEUED } },
  },
  problems: [notFound('recover')],
};

const recovery: RouteDocs = {
  operationId: 'getWebhookRecovery',
  summary: 'Retrieve a recovery',
  description:
    'Returns the state of a recovery and the number of deliveries enqueued so far. A recovery survives the failure of a ' +
    'worker. Recoveries are retained for 30 days.',
  path: { id: WEBHOOK_PATH, recovery: RECOVERY_PATH },
  response: {
    kind: 'uncached',
    type: 'WebhookRecovery',
    description: 'The recovery.',
    examples: {
      running: { summary: 'Running', body: { ...QUEUED, status: 'running', deliveries: 112 } },
      done: {
        summary: 'Done',
        body: { ...QUEUED, status: 'done', deliveries: 214, finished_at: '2026-08-22T09:58:42.004Z' },
      },
      stopped: {
        summary: 'Stopped by a limit',
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
