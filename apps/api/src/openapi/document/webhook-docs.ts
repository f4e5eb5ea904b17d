import { HYPE_THRESHOLDS, STARTING_SOON_HOURS, type WebhookEventType, type WebhookObjects } from '@droptrack/contracts';
import type { ResponseTypes } from './wire-types';

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
  'drop.claims_progress': {
    object: 'ClaimsProgress',
    summary: 'Drop claims progress',
    description:
      'The claims of a drop reached 25, 50, 75 or 90 % of the tokens of its lists, by the events of its distributors, or its last ' +
      'claim window has closed and the distributors are read beyond it (`ended_at`). The first share that is known causes no event. ' +
      'The end is announced once, and again if it was moved.',
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
