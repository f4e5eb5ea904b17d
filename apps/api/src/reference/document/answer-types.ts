import type {
  AllocationRow,
  AllocationsSnapshotQuery,
  CalendarEvent,
  Drop,
  DropExplanation,
  DropsSnapshotQuery,
  EligibilityBatch,
  EligibilityBatchResult,
  EligibilityCheck,
  EligibilityResult,
  GetDropQuery,
  HypeCrossing,
  HypeHistoryPoint,
  HypeQuery,
  HypeSeries,
  HypeSnapshotQuery,
  ListCalendarQuery,
  ListDropsQuery,
  Me,
  Page,
  Problem,
  PublishedList,
  SnapshotEnd,
  WebhookEndpoint,
  WebhookEnvelope,
} from '@droptrack/contracts';
import type { Readiness } from '../../health/health.service';

/** Every JSON body the API sends, as an answer or as an event, by the name its schema has in the reference. */
export interface AnswerTypes {
  AllocationRow: AllocationRow;
  CalendarEvent: CalendarEvent;
  CalendarEventPage: Page<CalendarEvent>;
  Drop: Drop;
  DropExplanation: DropExplanation;
  DropPage: Page<Drop>;
  EligibilityBatchResult: EligibilityBatchResult;
  EligibilityResult: EligibilityResult;
  HypeCrossing: HypeCrossing;
  HypeHistoryPoint: HypeHistoryPoint;
  HypeSeries: HypeSeries;
  Liveness: { status: 'ok' };
  Me: Me;
  Problem: Problem;
  PublishedList: PublishedList;
  Readiness: Readiness;
  SnapshotEnd: SnapshotEnd;
  WebhookEndpoint: WebhookEndpoint;
  WebhookEnvelope: WebhookEnvelope;
}

/** Every query, by the name of its contract; their doc comments describe the parameters. */
export interface QueryTypes {
  AllocationsSnapshotQuery: AllocationsSnapshotQuery;
  DropsSnapshotQuery: DropsSnapshotQuery;
  GetDropQuery: GetDropQuery;
  HypeQuery: HypeQuery;
  HypeSnapshotQuery: HypeSnapshotQuery;
  ListCalendarQuery: ListCalendarQuery;
  ListDropsQuery: ListDropsQuery;
}

/** Every JSON body the API takes, by the name of its contract. */
export interface BodyTypes {
  EligibilityBatch: EligibilityBatch;
  EligibilityCheck: EligibilityCheck;
}
