import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@droptrack/contracts';
import type { Components } from './component-schemas';
import type { JsonSchema } from './openapi-types';
import { WEBHOOK_DOCS } from './webhook-docs';

/** Name of the component of an event: `DropCreatedEvent`. */
export const eventName = (type: WebhookEventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const UNION = 'WebhookEvent';
const pointerTo = (name: string): string => `#/components/schemas/${name}`;

/**
 * Replaces the schema of the envelope by one component per event, with the type of its object, and by their union, which
 * clients narrow by `type`.
 */
export function withEvents({ WebhookEnvelope: envelope = {}, ...others }: Components): Components {
  const text = JSON.stringify(others).replaceAll(`"${pointerTo('WebhookEnvelope')}"`, `"${pointerTo(UNION)}"`);
  const events = WEBHOOK_EVENT_TYPES.map((type) => [eventName(type), eventSchema(envelope, type)] as const);
  return {
    ...(JSON.parse(text) as Components),
    ...Object.fromEntries(events),
    [UNION]: {
      oneOf: events.map(([name]) => ({ $ref: pointerTo(name) })),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, pointerTo(eventName(type))])),
      },
      description:
        'Event, as delivered to endpoints and returned by `GET /v1/events`. `type` determines the other types.',
    },
  };
}

function eventSchema(envelope: JsonSchema, type: WebhookEventType): JsonSchema {
  const properties = envelope['properties'] as Readonly<Record<string, JsonSchema>>;
  const data = properties['data'] ?? {};
  const { description, object } = WEBHOOK_DOCS[type];
  const members = data['properties'] as Readonly<Record<string, JsonSchema>>;
  const subject = { $ref: pointerTo(object), description: members['object']?.['description'] };
  return {
    ...envelope,
    description,
    properties: {
      ...properties,
      type: { type: 'string', const: type, description: 'Type of the event.' },
      data: { ...data, properties: { ...members, object: subject } },
    },
  };
}
