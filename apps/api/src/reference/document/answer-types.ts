import type {
  CalendarEvent,
  Drop,
  DropExplanation,
  HypeQuery,
  HypeSeries,
  ListCalendarQuery,
  ListDropsQuery,
  Me,
  Page,
  Problem,
} from '@droptrack/contracts';
import type { Readiness } from '../../health/health.service';

/** Every JSON body the API answers with, by the name its schema has in the reference. */
export interface AnswerTypes {
  CalendarEventPage: Page<CalendarEvent>;
  Drop: Drop;
  DropExplanation: DropExplanation;
  DropPage: Page<Drop>;
  HypeSeries: HypeSeries;
  Liveness: { status: 'ok' };
  Me: Me;
  Problem: Problem;
  Readiness: Readiness;
}

/** Every query, by the name of its contract; their doc comments describe the parameters. */
export interface QueryTypes {
  HypeQuery: HypeQuery;
  ListCalendarQuery: ListCalendarQuery;
  ListDropsQuery: ListDropsQuery;
}
