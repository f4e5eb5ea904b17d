import type { CalendarEvent, Page } from '@droptrack/contracts';
import { checkQuery } from '../../platform/input/check-query';
import { bodyOf, EXAMPLE_VIEWER, exampleCatalogue } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { CalendarController } from './calendar.controller';
import { CalendarService } from './calendar.service';
import { ListCalendarDto } from './list-calendar.dto';

const service = new CalendarService(exampleCatalogue());
const pageOf = (query: string): Page<CalendarEvent> =>
  bodyOf(service.list(EXAMPLE_VIEWER, checkQuery(query, ListCalendarDto)));

const FIRST_PAGE_QUERY = 'from=2026-08-22&limit=1';
const firstPage = pageOf(FIRST_PAGE_QUERY);
const cursor = firstPage.next_cursor ?? '';

const list: RouteDocs = {
  operationId: 'listCalendarEvents',
  summary: 'List calendar events',
  description:
    'Returns snapshots, token-generation events, claim windows and phases, sorted by `starts_at`, then `id`, both ' +
    'ascending. An event keeps its `id` when its dates or its status change, and increases its `sequence`. A cancelled ' +
    'event remains in the calendar with the status `cancelled`.\n\n' +
    '`precision` is the precision of the start: `2026-10-01T00:00:00.000Z` with the precision `quarter` means some time ' +
    'from October to December.',
  invalidQuery: 'from=2026-02-30',
  cursor,
  response: {
    kind: 'data',
    isOfView: true,
    type: 'CalendarEventPage',
    description: 'A page of calendar events.',
    examples: {
      firstPage: { summary: `First of two pages: ${FIRST_PAGE_QUERY}`, body: firstPage },
      lastPage: {
        summary: 'Last page: the same query with the cursor',
        body: pageOf(`${FIRST_PAGE_QUERY}&cursor=${cursor}`),
      },
      empty: { summary: 'Empty list: type=snapshot', body: pageOf('from=2026-08-22&type=snapshot') },
    },
  },
};

export const calendarDocs = documents(CalendarController, 'Calendar', { list });
