import type {
  CalendarEvent,
  Drop,
  DropExplanation,
  EligibilityCheck,
  EligibilityResult,
  GetDropQuery,
  HypeCrossing,
  HypeQuery,
  HypeSeries,
  ListCalendarQuery,
  ListDropsQuery,
  Me,
  Page,
  Problem,
  PublishedList,
  WebhookEndpoint,
  WebhookEnvelope,
} from '@droptrack/contracts';
import type { Readiness } from '../../health/health.service';

/** Every JSON body the API sends, as an answer or as an event, by the name its schema has in the reference. */
export interface AnswerTypes {
  CalendarEvent: CalendarEvent;
  CalendarEventPage: Page<CalendarEvent>;
  Drop: Drop;
  DropExplanation: DropExplanation;
  DropPage: Page<Drop>;
  EligibilityResult: EligibilityResult;
  HypeCrossing: HypeCrossing;
  HypeSeries: HypeSeries;
  Liveness: { status: 'ok' };
  Me: Me;
  Problem: Problem;
  PublishedList: PublishedList;
  Readiness: Readiness;
  WebhookEndpoint: WebhookEndpoint;
  WebhookEnvelope: WebhookEnvelope;
}

/** Every query, by the name of its contract; their doc comments describe the parameters. */
export interface QueryTypes {
  GetDropQuery: GetDropQuery;
  HypeQuery: HypeQuery;
  ListCalendarQuery: ListCalendarQuery;
  ListDropsQuery: ListDropsQuery;
}

/** Every JSON body the API takes, by the name of its contract. */
export interface BodyTypes {
  EligibilityCheck: EligibilityCheck;
}
