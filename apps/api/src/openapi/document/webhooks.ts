import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@droptrack/contracts';
import { eventName } from './event-schemas';
import type { OpenApiDocument, ParameterObject, RequestBodyObject, WebhookOperation } from './openapi-types';
import { WEBHOOK_DOCS } from './webhook-docs';
import { EXAMPLE_EVENTS } from './webhook-examples';

/** The `webhooks` section of the document: one operation per event type. */
export function describeWebhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: WebhookEventType): WebhookOperation {
  const { summary, description } = WEBHOOK_DOCS[type];
  return {
    operationId: `on${eventName(type).replace(/Event$/, '')}`,
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
  return {
    required: true,
    description: 'The event. Verify the signature over the raw body before you parse it.',
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${eventName(type)}` },
        examples: { event: { summary: WEBHOOK_DOCS[type].summary, value: EXAMPLE_EVENTS[type] } },
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
