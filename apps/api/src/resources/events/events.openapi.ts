import { PAGE_LIMIT, WEBHOOK_LIMITS } from '@droptrack/contracts';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { EXAMPLE_EVENTS } from '../../openapi/document/webhook-examples';
import { EventsController } from './events.controller';

const list: RouteDocs = {
  operationId: 'listEvents',
  summary: 'List events',
  description:
    `Everything that endpoints were, or would have been, told in the last ${WEBHOOK_LIMITS.keptDays} days, the newest ` +
    'first: to catch up without an endpoint, or on what one has missed. The items are the bodies of deliveries, with ' +
    'their `id`. Events of `webhook.*` are those of your own endpoints; all others are the same for everybody.\n\n' +
    'To follow the feed, read from its beginning until you meet an `id` that you have. `sequence` grows with every ' +
    'change in the service: several events of one change have the same.',
  query: {
    contract: 'ListEventsQuery',
    invalid: 'type=drop.gone',
    parameters: {
      type: { example: ['drop.status_changed', 'calendar.*'] },
      limit: { example: 50, default: PAGE_LIMIT.default },
      cursor: { example: 'WzEsMTE4MjQ5OTQ5MixudWxsLCI4ODQzIl3NbX8A' },
    },
  },
  answer: {
    kind: 'unkept',
    type: 'EventPage',
    description: 'A page of events.',
    examples: {
      page: {
        summary: 'A drop went live, and an event was moved',
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
