import type { CreateCalendarFeed } from '@droptrack/contracts';
import { examplePage } from '../../openapi/document/example-page';
import { type BodyDocs, documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { rateLimited } from '../../platform/rate-limit/key-limit';
import { CalendarsController } from './calendars.controller';
import { EXAMPLE_CREATED_FEED, EXAMPLE_FEED, FEED_PATH, TOKEN_PATH } from './calendars.example';
import { CalendarAddressError, CalendarNotFoundError } from './errors';

const ROOT = '/v1/calendars';

const notFound = (path = ''): ProblemOccasion => ({
  error: new CalendarNotFoundError(),
  instance: `${ROOT}/feed_00000000000000000000${path}`,
});

const createBody: BodyDocs<CreateCalendarFeed> = {
  description: 'The calendar to create.',
  examples: {
    least: { summary: 'All events', body: {} },
    filtered: {
      summary: 'Claims on one chain, with a reminder a day before',
      body: { name: EXAMPLE_FEED.name, types: ['claim'], chains: ['linea'], remind: 'P1D' },
    },
  },
  invalid: { types: ['claim', 'ico'], form: 'bars', remind: 'P1Y', colour: 'red' },
};

const create: RouteDocs = {
  operationId: 'createCalendar',
  summary: 'Create a calendar to subscribe to',
  description:
    'Creates an address from which calendar apps read a part of the calendar, and returns it as `url` and `webcal_url`. ' +
    'The address contains a secret and is returned only here and on rotation. Anyone who knows it can read the calendar, ' +
    'and nothing else.\n\n' +
    '- `types`, `chains`, `drops`: filters; an event must pass all of them. Null or absent properties do not filter. ' +
    'Drops must exist; chains need not.\n' +
    '- `form`: `points` writes a window as two events, at its start and at its end; `spans` as one long event.\n' +
    '- `remind`: time from a reminder to the start of each event, `PT1M` to `P30D`.\n' +
    '- `name`: a single line of at most 100 characters, shown by calendar apps.\n\n' +
    'Every plan includes calendars. An account (a key and its rotated successors) can have up to 20; beyond that, the ' +
    'request returns 422. A calendar can be read as long as its account has a valid key, and the highest plan of these ' +
    'keys decides the delay of its data.\n\n' +
    '**Not idempotent**: if a response is lost, list the calendars and delete the latest one, whose ' +
    '`last_read_at` is null.',
  body: createBody,
  response: {
    kind: 'uncached',
    status: 201,
    type: 'CreatedCalendarFeed',
    description: 'The calendar with its address.',
    examples: { made: { summary: 'New calendar', body: EXAMPLE_CREATED_FEED } },
  },
};

const list: RouteDocs = {
  operationId: 'listCalendars',
  summary: 'List calendars to subscribe to',
  description:
    'Returns all calendars of the account, latest first, without their addresses. The list fits on one page.',
  response: {
    kind: 'uncached',
    type: 'CalendarFeedPage',
    description: 'The calendars.',
    examples: {
      one: { summary: 'One calendar', body: examplePage([EXAMPLE_FEED]) },
      none: { summary: 'No calendars', body: examplePage([]) },
    },
  },
};

const get: RouteDocs = {
  operationId: 'getCalendar',
  summary: 'Retrieve a calendar to subscribe to',
  description:
    'Returns the settings of a calendar and the time at which its address was last read, without the address.',
  path: { id: FEED_PATH },
  response: {
    kind: 'uncached',
    type: 'CalendarFeed',
    description: 'The calendar.',
    examples: { one: { summary: 'A calendar that is in use', body: EXAMPLE_FEED } },
  },
  problems: [notFound()],
};

const remove: RouteDocs = {
  operationId: 'deleteCalendar',
  summary: 'Delete a calendar to subscribe to',
  description:
    'Deletes a calendar. Its address returns 404 within a second; apps keep the events until they are removed there.',
  path: { id: FEED_PATH },
  response: { kind: 'none', description: 'Deleted.' },
  problems: [notFound()],
};

const rotate: RouteDocs = {
  operationId: 'rotateCalendar',
  summary: 'Replace the address of a calendar',
  description:
    'Creates a new address for a calendar. The former address returns 404 within a second. Events keep their UIDs.\n\n' +
    '**Not idempotent**: if a response is lost, rotate again.',
  path: { id: FEED_PATH },
  response: {
    kind: 'uncached',
    type: 'CreatedCalendarFeed',
    description: 'The calendar with its new address.',
    examples: { rotated: { summary: 'New address', body: EXAMPLE_CREATED_FEED } },
  },
  problems: [notFound('/rotate')],
};

const read: RouteDocs = {
  operationId: 'getCalendarFile',
  summary: 'Read a calendar',
  description:
    'Returns a calendar as iCalendar (RFC 5545), for calendar apps. Needs no API key: the address is the secret. Unknown ' +
    'query parameters are ignored.\n\n' +
    'The calendar contains events of the last 30 days and all future ones, at most 2000, earliest first; where not ' +
    'all fit, a note on the day of the first one left out says so. `UID`s are stable; ' +
    '`SEQUENCE` is the `sequence` of the event; `DTSTAMP` and `LAST-MODIFIED` are its `updated_at`. A cancelled event stays ' +
    'for 30 days with `STATUS:CANCELLED`; the events of a drop that is archived leave at once. A date known to a day is an all-day event; one known to a week or more is a span ' +
    'of days whose summary says so. A calendar without events has an all-day note.\n\n' +
    'Each calendar can be read 60 times an hour, which consumes no tokens of its account. Requests to unknown addresses ' +
    'count as invalid keys of the client address.',
  path: { token: TOKEN_PATH },
  response: {
    kind: 'file',
    description: 'The calendar.',
    content: { 'text/calendar': { type: 'string' } },
  },
  problems: [
    { error: new CalendarAddressError(), instance: `${ROOT}/dtf_REDACTED` },
    {
      error: rateLimited(
        'The limit of 60 requests an hour for this calendar is exceeded',
        { capacity: 60, refill: 60, windowSeconds: 3_600 },
        0,
      ),
      instance: `${ROOT}/dtf_REDACTED`,
    },
  ],
};

export const calendarsDocs = documents(CalendarsController, 'Calendar', { create, list, read, get, remove, rotate });
