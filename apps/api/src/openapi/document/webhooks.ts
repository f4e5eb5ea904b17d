import {
  HYPE_THRESHOLDS,
  STARTING_SOON_HOURS,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
  type WebhookObjects,
} from '@droptrack/contracts';
import type { OpenApiDocument, ParameterObject, RequestBodyObject, WebhookOperation } from './openapi-types';
import { EXAMPLE_EVENTS } from './webhook-examples';
import type { ResponseTypes } from './wire-types';

/** The `webhooks` section of the document: one operation per event type. */
export function describeWebhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: WebhookEventType): WebhookOperation {
  const { summary, description } = WEBHOOK_DOCS[type];
  return {
    operationId: `on${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: bodyOf(type),
    responses: RESPONSES,
  };
}

function bodyOf(type: WebhookEventType): RequestBodyObject {
  const { summary, object } = WEBHOOK_DOCS[type];
  const subject = { $ref: `#/components/schemas/${object}` };
  const data = { type: 'object', properties: { object: subject, previous: { type: 'object' } } };
  return {
    required: true,
    description: 'The event. Verify the signature over the raw body before you parse it.',
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/WebhookEnvelope' },
            { type: 'object', properties: { type: { const: type }, data } },
          ],
        },
        examples: { event: { summary, value: EXAMPLE_EVENTS[type] } },
      },
    },
  };
}

const header = (name: string, description: string, schema: object): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

/** Headers of a delivery, as defined by Standard Webhooks 1.0. */
const HEADERS: readonly ParameterObject[] = [
  header(
    'webhook-id',
    'Id of the event, identical to `id` in the body. An event can be delivered more than once: deduplicate by this id.',
    {
      examples: ['evt_7Qm2Zc9Kx1'],
    },
  ),
  header(
    'webhook-timestamp',
    'Time of the attempt, Unix time in seconds. Reject a time that differs by more than five minutes from the current time.',
    {
      pattern: '^[0-9]+$',
      examples: ['1787392800'],
    },
  ),
  header(
    'webhook-signature',
    '`v1,` followed by the base64-encoded HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the ' +
      'base64-decoded part of the secret after `whsec_`. While several secrets are active, the header contains one ' +
      'signature per secret, separated by spaces.',
    {
      pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$',
      examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    },
  ),
];

const RESPONSES: WebhookOperation['responses'] = {
  '2XX': {
    description:
      'The event was received. Any other response, including a redirect, and no response within 15 s are failures and are retried.',
  },
  '410': { description: 'The endpoint no longer exists. The service disables it and sends nothing more.' },
};

/** Names of the schemas whose type equals the type of an event's object. */
type SchemaOf<Subject> = {
  [Name in keyof ResponseTypes]: ResponseTypes[Name] extends Subject
    ? Subject extends ResponseTypes[Name]
      ? Name
      : never
    : never;
}[keyof ResponseTypes];

interface EventDocs<Subject> {
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Schema of `data.object`. */
  readonly object: SchemaOf<Subject>;
}

const { scores, hysteresis } = HYPE_THRESHOLDS;
const calendar = { object: 'CalendarEvent' } as const;
const drop = { object: 'Drop' } as const;

/** Summary, description and object schema of each event. */
export const WEBHOOK_DOCS: { readonly [Type in WebhookEventType]: EventDocs<WebhookObjects[Type]> } = {
  'drop.created': { ...drop, summary: 'Drop created', description: 'A drop was added to the catalogue.' },
  'drop.updated': {
    ...drop,
    summary: 'Drop updated',
    description: 'A property of a drop changed. `previous` contains the previous values.',
  },
  'drop.status_changed': {
    ...drop,
    summary: 'Drop status changed',
    description:
      'The status of a drop changed from `upcoming` to `live` or `tge`, or from `live` to `tge`. A change in the opposite direction is a correction.',
  },
  'drop.snapshot_taken': {
    ...drop,
    summary: 'Drop snapshot taken',
    description: 'The snapshot event in the calendar of a drop occurred.',
  },
  'drop.archived': {
    ...drop,
    summary: 'Drop archived',
    description:
      'A drop was removed from the catalogue. `object` is its last published state. Requests for its id now return 410.',
  },
  'hype.threshold_crossed': {
    object: 'HypeCrossing',
    summary: 'Hype threshold crossed',
    description:
      `The hype score of a drop reached a threshold (${scores.join(', ')} by default), or fell ${hysteresis} points below ` +
      'a threshold that it had reached. Hysteresis: jitter around a threshold publishes a single event.',
  },
  'calendar.event_created': {
    ...calendar,
    summary: 'Calendar event created',
    description: 'An event was added to the calendar.',
  },
  'calendar.event_updated': {
    ...calendar,
    summary: 'Calendar event updated',
    description:
      'A property of a calendar event changed. A change of its dates, precision or status increases `sequence` of the ' +
      'calendar event.',
  },
  'calendar.event_cancelled': {
    ...calendar,
    summary: 'Calendar event cancelled',
    description: 'A calendar event was cancelled. It remains in the calendar with the status `cancelled`.',
  },
  'calendar.event_starting_soon': {
    ...calendar,
    summary: 'Calendar event starting soon',
    description: `A calendar event starts within ${STARTING_SOON_HOURS} hours.`,
  },
  'calendar.event_started': {
    ...calendar,
    summary: 'Calendar event started',
    description: 'A calendar event started.',
  },
  'calendar.event_ended': {
    ...calendar,
    summary: 'Calendar event ended',
    description: 'The window of a calendar event closed.',
  },
  'eligibility.list_published': {
    object: 'PublishedList',
    summary: 'Allocation list published',
    description: 'A list became the active allocation list of a drop. Eligibility checks of the drop now use it.',
  },
  'webhook.ping': {
    object: 'WebhookEndpoint',
    summary: 'Endpoint test',
    description: 'A test of the endpoint was requested with `POST /v1/webhooks/{id}/test`.',
  },
  'webhook.disabled': {
    object: 'WebhookEndpoint',
    summary: 'Endpoint disabled',
    description:
      'The service disabled an endpoint because it responded with 410 or because all attempts failed for 5 days. Nothing is sent to it until it is enabled again.',
  },
};
