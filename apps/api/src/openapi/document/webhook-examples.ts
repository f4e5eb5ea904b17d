import {
  type CalendarEvent,
  type Drop,
  WEBHOOK_EVENT_TYPES,
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookEventType,
} from '@droptrack/contracts';
import { CalendarService } from '../../resources/calendar/calendar.service';
import { ListCalendarDto } from '../../resources/calendar/list-calendar.dto';
import { requireDrop } from '../../resources/drops/require-drop';
import { checkQuery } from '../../platform/input/check-query';
import { bodyOf, EXAMPLE_AS_OF, EXAMPLE_VIEWER, exampleCatalogue } from './example-catalogue';

const catalogue = exampleCatalogue();
const drop = JSON.parse(requireDrop(catalogue.current().view, 'linea').json) as Drop;
const events = new CalendarService(catalogue).list(
  EXAMPLE_VIEWER,
  checkQuery('from=2026-08-22&drop=linea', ListCalendarDto),
);
const [claim] = bodyOf<{ data: [CalendarEvent] }>(events).data;
const endpoint: WebhookEndpoint = {
  id: 'wh_3kT9vPq2Lm',
  url: 'https://hooks.example/droptrack',
  events: ['drop.*', 'calendar.event_starting_soon'],
  description: 'Team alerts',
  filters: { drops: null, chains: ['linea', 'base'], min_hype: 50 },
  enabled: true,
};

type DataByType = { readonly [Type in WebhookEventType]: WebhookEvent<Type>['data'] };

const DATA: DataByType = {
  'drop.created': { object: drop, previous: {} },
  'drop.updated': { object: drop, previous: { cost_usd: null } },
  'drop.status_changed': { object: { ...drop, status: 'live' }, previous: { status: 'upcoming' } },
  'drop.snapshot_taken': { object: drop, previous: {} },
  'drop.archived': { object: drop, previous: {} },
  'hype.threshold_crossed': {
    object: { ...drop, hype_score: 71, threshold: 70, direction: 'up' },
    previous: { hype_score: 69 },
  },
  'calendar.event_created': { object: claim, previous: {} },
  'calendar.event_updated': { object: claim, previous: { starts_at: '2026-09-08T13:00:00.000Z', sequence: 2 } },
  'calendar.event_cancelled': { object: { ...claim, status: 'cancelled' }, previous: { status: 'confirmed' } },
  'calendar.event_starting_soon': { object: claim, previous: {} },
  'calendar.event_started': { object: { ...claim, status: 'occurred' }, previous: { status: 'confirmed' } },
  'calendar.event_ended': { object: { ...claim, status: 'occurred' }, previous: {} },
  'eligibility.list_published': {
    object: {
      drop: 'linea',
      version: 1,
      wallets: 749_662,
      total: '9361298000000000000000000000',
      sha256: 'c1a7d9e3b25f46088ad94c3f7e10b2d65a8f93e7140cbb2d6f5e8a9017d3c4f2',
    },
    previous: {},
  },
  'webhook.ping': { object: endpoint, previous: {} },
  'webhook.disabled': { object: { ...endpoint, enabled: false }, previous: { enabled: true } },
};

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
      data: DATA[type],
    },
  ]),
) as { readonly [Type in WebhookEventType]: WebhookEvent<Type> };
