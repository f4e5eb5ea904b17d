import type {
  AcceptedDeliveries,
  AllocationRange,
  AllocationRow,
  CalendarEvent,
  CalendarFeed,
  CreatedCalendarFeed,
  CreatedWebhook,
  DomainCheck,
  Drop,
  DropExplanation,
  DropOutcome,
  ClaimAction,
  ClaimActionBatch,
  ClearSigningDescriptor,
  EligibilityBatchResult,
  EligibilityResult,
  EndpointBadge,
  HypeCrossing,
  HypeHistoryPoint,
  ClaimsProgress,
  DropClaimContracts,
  DropClaims,
  WalletHistory,
  HypeSeries,
  ListedDrop,
  Me,
  Page,
  Problem,
  PublishedList,
  RotatedWebhookSecret,
  ServiceStatus,
  SnapshotEnd,
  StreamPosition,
  StreamReset,
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
  CalendarFeed: CalendarFeed;
  CalendarFeedPage: Page<CalendarFeed>;
  CreatedCalendarFeed: CreatedCalendarFeed;
  CreatedWebhook: CreatedWebhook;
  DomainCheck: DomainCheck;
  Drop: Drop;
  DropExplanation: DropExplanation;
  DropOutcome: DropOutcome;
  DropOutcomePage: Page<DropOutcome>;
  DropPage: Page<ListedDrop>;
  ClaimAction: ClaimAction;
  ClaimActionBatch: ClaimActionBatch;
  ClearSigningDescriptor: ClearSigningDescriptor;
  EligibilityBatchResult: EligibilityBatchResult;
  EligibilityResult: EligibilityResult;
  EndpointBadge: EndpointBadge;
  EventPage: Page<WebhookEnvelope>;
  HypeCrossing: HypeCrossing;
  HypeHistoryPoint: HypeHistoryPoint;
  ClaimsProgress: ClaimsProgress;
  DropClaimContracts: DropClaimContracts;
  DropClaims: DropClaims;
  WalletHistory: WalletHistory;
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
