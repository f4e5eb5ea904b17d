import type {
  AcceptedDeliveries,
  AllocationRange,
  AllocationRangeQuery,
  AllocationRow,
  AllocationsSnapshotQuery,
  BadgeQuery,
  CalendarEvent,
  CreatedWebhook,
  CreateWebhook,
  Drop,
  DropExplanation,
  DropsSnapshotQuery,
  EligibilityBatch,
  EligibilityBatchResult,
  EligibilityCheck,
  EligibilityResult,
  EndpointBadge,
  GetDropQuery,
  HypeCrossing,
  HypeHistoryPoint,
  HypePictureQuery,
  HypeQuery,
  HypeSeries,
  HypeSnapshotQuery,
  ListCalendarQuery,
  ListDeliveriesQuery,
  ListDropsQuery,
  ListEventsQuery,
  Me,
  Page,
  Problem,
  PublishedList,
  RecoverWebhook,
  RotatedWebhookSecret,
  RotateWebhookSecret,
  ServiceStatus,
  SnapshotEnd,
  StreamPosition,
  StreamQuery,
  StreamReset,
  UpdateWebhook,
  WalletDropsQuery,
  WalletDropsResult,
  Webhook,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEnvelope,
  WebhookRecovery,
  WebhookTest,
} from '@droptrack/contracts';
import type { Readiness } from '../../platform/health/health.service';

/** Response of GET /healthz. */
export interface Liveness {
  /** Always `ok`. */
  status: 'ok';
}

/** All JSON bodies that the API sends, in responses and events, by the name of their schema component. */
export interface ResponseTypes {
  AcceptedDeliveries: AcceptedDeliveries;
  AllocationRange: AllocationRange;
  AllocationRow: AllocationRow;
  CalendarEvent: CalendarEvent;
  CalendarEventPage: Page<CalendarEvent>;
  CreatedWebhook: CreatedWebhook;
  Drop: Drop;
  DropExplanation: DropExplanation;
  DropPage: Page<Drop>;
  EligibilityBatchResult: EligibilityBatchResult;
  EligibilityResult: EligibilityResult;
  EndpointBadge: EndpointBadge;
  EventPage: Page<WebhookEnvelope>;
  HypeCrossing: HypeCrossing;
  HypeHistoryPoint: HypeHistoryPoint;
  HypeSeries: HypeSeries;
  Liveness: Liveness;
  Me: Me;
  Problem: Problem;
  PublishedList: PublishedList;
  Readiness: Readiness;
  RotatedWebhookSecret: RotatedWebhookSecret;
  ServiceStatus: ServiceStatus;
  SnapshotEnd: SnapshotEnd;
  StreamPosition: StreamPosition;
  StreamReset: StreamReset;
  WalletDropsResult: WalletDropsResult;
  Webhook: Webhook;
  WebhookDelivery: WebhookDelivery;
  WebhookDeliveryPage: Page<WebhookDelivery>;
  WebhookEndpoint: WebhookEndpoint;
  WebhookEnvelope: WebhookEnvelope;
  WebhookPage: Page<Webhook>;
  WebhookRecovery: WebhookRecovery;
  WebhookTest: WebhookTest;
}

/** All queries by the name of their contract, whose doc comments describe the parameters. */
export interface QueryTypes {
  AllocationRangeQuery: AllocationRangeQuery;
  AllocationsSnapshotQuery: AllocationsSnapshotQuery;
  BadgeQuery: BadgeQuery;
  DropsSnapshotQuery: DropsSnapshotQuery;
  GetDropQuery: GetDropQuery;
  HypePictureQuery: HypePictureQuery;
  HypeQuery: HypeQuery;
  HypeSnapshotQuery: HypeSnapshotQuery;
  ListCalendarQuery: ListCalendarQuery;
  ListDeliveriesQuery: ListDeliveriesQuery;
  ListDropsQuery: ListDropsQuery;
  ListEventsQuery: ListEventsQuery;
  StreamQuery: StreamQuery;
}

/** All JSON request bodies by the name of their contract. */
export interface BodyTypes {
  CreateWebhook: CreateWebhook;
  EligibilityBatch: EligibilityBatch;
  EligibilityCheck: EligibilityCheck;
  RecoverWebhook: RecoverWebhook;
  RotateWebhookSecret: RotateWebhookSecret;
  UpdateWebhook: UpdateWebhook;
  WalletDropsQuery: WalletDropsQuery;
}
