import { WEBHOOK_EVENT_TYPES, type WebhookEvent, type WebhookEventType } from '@droptrack/contracts';
import { SAMPLE_DATA } from '@droptrack/webhooks/samples';
import { EXAMPLE_AS_OF } from './example-catalogue';

/** Example of each event type, as delivered. */
export const EXAMPLE_EVENTS = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type, index) => [
    type,
    {
      id: `evt_7Qm2Zc9Kx${index + 1}`,
      type,
      api_version: 'v1',
      timestamp: EXAMPLE_AS_OF,
      sequence: type.startsWith('webhook.') ? null : 8_841 + index,
      data: SAMPLE_DATA[type],
    },
  ]),
) as { readonly [Type in WebhookEventType]: WebhookEvent<Type> };
