import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@droptrack/contracts';
import type { OpenApiDocument, ParameterObject, RequestBodyObject, WebhookOperation } from './openapi-types';
import { WEBHOOK_DOCS } from './webhook-docs';
import { EXAMPLE_EVENTS } from './webhook-examples';

/** Every event that the service sends, as the reference describes it. */
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
    description: 'The event. Verify the signature over these bytes, before they are parsed.',
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

/** Standard Webhooks 1.0. */
const HEADERS: readonly ParameterObject[] = [
  header('webhook-id', "The event's `id`. The same event may come twice: take it once.", {
    examples: ['evt_7Qm2Zc9Kx1'],
  }),
  header('webhook-timestamp', 'When this attempt was made, Unix time in seconds. Refuse what is minutes old.', {
    pattern: '^[0-9]+$',
    examples: ['1787392800'],
  }),
  header(
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the bytes that the ' +
      'base64 after `whsec_` in the secret stands for as the key. While several secrets hold there is one of each, with spaces between.',
    {
      pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$',
      examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    },
  ),
];

const RESPONSES: WebhookOperation['responses'] = {
  '2XX': {
    description: 'Taken. Anything else, a redirect too, and no answer within 15 s is a failure, and tried again.',
  },
  '410': { description: 'Not wanted any more: the endpoint is disabled.' },
};
