import { HYPE_THRESHOLDS, STARTING_SOON_HOURS, type WebhookEventType, type WebhookObjects } from '@droptrack/contracts';
import type { AnswerTypes } from './answer-types';

/** The names of schemas whose type is that of an event's object. */
type SchemaOf<Subject> = {
  [Name in keyof AnswerTypes]: AnswerTypes[Name] extends Subject
    ? Subject extends AnswerTypes[Name]
      ? Name
      : never
    : never;
}[keyof AnswerTypes];

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

/** What the reference says of each event beside its schema. */
export const WEBHOOK_DOCS: { readonly [Type in WebhookEventType]: EventDocs<WebhookObjects[Type]> } = {
  'drop.created': { ...drop, summary: 'A drop is new', description: 'A drop is shown for the first time.' },
  'drop.updated': {
    ...drop,
    summary: 'A drop has changed',
    description: 'Something that is shown of a drop has changed; `previous` holds what it was.',
  },
  'drop.status_changed': {
    ...drop,
    summary: "A drop's status has changed",
    description: 'A drop has gone from `upcoming` to `live` or `tge`, or on from `live`; back only as a correction.',
  },
  'drop.snapshot_taken': {
    ...drop,
    summary: "A drop's snapshot is taken",
    description: 'The snapshot event in the calendar of a drop has occurred.',
  },
  'drop.archived': {
    ...drop,
    summary: 'A drop is archived',
    description:
      'A drop was taken out of the catalogue; `object` is what was shown last. Its id answers 410 from now on.',
  },
  'hype.threshold_crossed': {
    object: 'HypeCrossing',
    summary: 'A hype score has crossed a threshold',
    description:
      `The score of a drop has reached one of ${scores.join(', ')}, or has fallen ${hysteresis} points below one that ` +
      'it had reached, so that a score that wavers around a threshold is told once. The service may be set to others.',
  },
  'calendar.event_created': {
    ...calendar,
    summary: 'A calendar event is new',
    description: 'An event has come into the calendar.',
  },
  'calendar.event_updated': {
    ...calendar,
    summary: 'A calendar event has changed',
    description: 'Something about an event has changed, such as its start: `sequence` has grown then.',
  },
  'calendar.event_cancelled': {
    ...calendar,
    summary: 'A calendar event is called off',
    description: 'An event will not happen. It stays in the calendar as `cancelled`.',
  },
  'calendar.event_starting_soon': {
    ...calendar,
    summary: 'A calendar event starts soon',
    description: `An event starts in ${STARTING_SOON_HOURS} hours.`,
  },
  'calendar.event_started': {
    ...calendar,
    summary: 'A calendar event has started',
    description: 'The start of an event has come.',
  },
  'calendar.event_ended': {
    ...calendar,
    summary: 'A calendar event has ended',
    description: 'The window of an event has closed.',
  },
  'eligibility.list_published': {
    object: 'PublishedList',
    summary: 'An allocation list is in force',
    description: 'From now on checks of this drop are answered by the list.',
  },
  'webhook.ping': {
    object: 'WebhookEndpoint',
    summary: 'A test',
    description: 'Somebody has asked for a test of the endpoint.',
  },
  'webhook.disabled': {
    object: 'WebhookEndpoint',
    summary: 'An endpoint is disabled',
    description: 'The endpoint has failed for 5 days, or has answered 410, and is sent nothing any more.',
  },
};
