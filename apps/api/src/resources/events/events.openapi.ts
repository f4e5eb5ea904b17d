import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { EXAMPLE_EVENTS } from '../../openapi/document/webhook-examples';
import { EventsController } from './events.controller';

const list: RouteDocs = {
  operationId: 'listWebhookEvents',
  summary: 'List events',
  description:
    `Returns the events of the last ${WEBHOOK_LIMITS.keptDays} days, newest first, whether or not they were delivered: ` +
    'use it to poll without an endpoint, or to catch up on missed events. Items are identical to the bodies of ' +
    'deliveries, including their `id`. `webhook.*` events are those of your own endpoints; all other events are the ' +
    'same for every account.\n\n' +
    'To poll for new events, read from the first page until you reach an `id` that you already have. `sequence` ' +
    'increases with every change in the service; events of the same change share it.',
  invalidQuery: 'type=drop.gone',
  cursor: 'WzEsMTE4MjQ5OTQ5MixudWxsLCI4ODQzIl3NbX8A',
  response: {
    kind: 'uncached',
    type: 'EventPage',
    description: 'A page of events.',
    examples: {
      page: {
        summary: 'A status change and a rescheduled calendar event',
        body: {
          data: [EXAMPLE_EVENTS['drop.status_changed'], EXAMPLE_EVENTS['calendar.event_updated']],
          has_more: false,
          next_cursor: null,
          as_of: EXAMPLE_AS_OF,
        },
      },
    },
  },
};

export const eventsDocs = documents(EventsController, 'Webhooks', { list });
