export {
  BATCH_CHECKS_MAX,
  CALENDAR_EVENT_TYPES,
  DROP_SORTS,
  DROP_STATUSES,
  HYPE_SIGNALS,
  HYPE_WINDOWS,
  PAGE_LIMIT,
  PLANS,
  WALLETS_MAX,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
export type {
  AcceptedDeliveries,
  Allocation,
  AllocationEntry,
  AllocationPart,
  AllocationProof,
  AllocationRange,
  AllocationRangeList,
  AllocationRangeQuery,
  AllocationRangeRow,
  AllocationRow,
  AllocationsSnapshotQuery,
  CalendarEvent,
  CalendarEventStatus,
  CalendarEventType,
  CalendarFeed,
  CalendarFeedForm,
  CalendarFeedNames,
  CalendarFeedTypes,
  CalendarInclude,
  CalendarPrecision,
  Claim,
  ClaimStatus,
  CreateCalendarFeed,
  CreatedCalendarFeed,
  CreatedWebhook,
  CreateWebhook,
  CrossingDirection,
  Drop,
  DropExplanation,
  DropOutcome,
  ClaimState,
  DropClaim,
  DropRating,
  DropSnapshot,
  DropSort,
  DropsSnapshotQuery,
  DropStatus,
  EligibilityBatchItem,
  EligibilityBatchResult,
  EligibilityCheck,
  EligibilityFault,
  EligibilityReason,
  EligibilityReasonCode,
  EligibilityResult,
  EligibilitySource,
  EligibilityStatus,
  EndpointFilters,
  EventSelector,
  ExpectedValueUsd,
  ExplainedAllocation,
  ExplainedCost,
  ExplainedCostInput,
  ExplainedCostTerm,
  ExplainedDifficulty,
  ExplainedDifficultyInput,
  ExplainedDropList,
  ExplainedExpectedValue,
  ExplainedFact,
  ExplainedHype,
  ExplainedInput,
  ExplainedLegit,
  ExplainedLegitCap,
  ExplainedLegitComponent,
  ExplainedLink,
  ExplainedList,
  ExplainedNumber,
  ExplainedQuantile,
  ExplainedRange,
  ExplainedReward,
  FactSource,
  Feature,
  GetDropQuery,
  HypeCrossing,
  HypeHistoryPoint,
  HypeInterval,
  HypePoint,
  HypeQuery,
  HypeSeries,
  HypeSignal,
  HypeSignalId,
  HypeSignalPoint,
  HypeSignalStatus,
  HypeSnapshotQuery,
  HypeWindow,
  InputBasis,
  InvalidParameter,
  InvalidProperty,
  LeafField,
  ValueBasis,
  ListCalendarQuery,
  ListDeliveriesQuery,
  ListDropsQuery,
  ListEventsQuery,
  ListOutcomesQuery,
  ListQuery,
  Me,
  OutcomeFactId,
  OutcomePrices,
  OutcomeSort,
  OutcomeSource,
  Page,
  Plan,
  Problem,
  ProblemCode,
  ProblemMember,
  ProofFormat,
  PublishedList,
  ReportedFinder,
  ReportedSource,
  RecoverWebhook,
  RotatedWebhookSecret,
  RotateWebhookSecret,
  ServiceStatus,
  SnapshotEnd,
  SnapshotSummary,
  SortOrder,
  SourceKind,
  SourceStatus,
  StreamedEvent,
  StreamEventSelector,
  StreamEventType,
  StreamMessage,
  StreamPosition,
  StreamQuery,
  StreamReset,
  StreamResetReason,
  UpdateWebhook,
  WalletDrops,
  WalletDropsInclude,
  WalletDropsItem,
  WalletDropsQuery,
  WalletDropsResult,
  WalletDropsSummary,
  WalletType,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookEndpoint,
  WebhookEnvelope,
  WebhookEvent,
  WebhookEventGroup,
  WebhookEventType,
  WebhookFilterNames,
  WebhookFilters,
  WebhookObjects,
  WebhookRecovery,
  WebhookRecoveryStatus,
  WebhookRecoveryStop,
  WebhookTest,
} from '@droptrack/contracts';
export {
  ApiError,
  type ApiErrorCode,
  AuthenticationError,
  NotFoundError,
  PlanRequiredError,
  RateLimitError,
} from './api-error';
export type { Answer, ApiPromise } from './api-promise';
export type { Bytes } from './attempt';
export { Droptrack } from './client';
export { Connection } from './connection';
export * from './errors';
export type { Hooks, RequestInfo, ResponseInfo, RetryInfo } from './hooks';
export type { Logger, LogLevel } from './logger';
export type { CallOptions, DroptrackOptions, Fetch, Method, RequestOptions, Sleep } from './options';
export type { ListPage, PagePromise } from './page-promise';
export type { RateLimit } from './rate-limit';
export { ResponseCache, type ResponseCacheOptions, type StoredBody } from './response-cache';
export type { SnapshotLine } from './snapshots/line-reader';
export * from './snapshots/snapshot-truncated-error';
export type { SnapshotHead, SnapshotRows } from './snapshots/snapshot-rows';
export { Outcomes } from './resources/outcomes';
export { Calendar } from './resources/calendar';
export { Calendars } from './resources/calendars';
export { Drops } from './resources/drops';
export { Eligibility, isAnswered } from './resources/eligibility';
export { Events } from './resources/events';
export { Snapshots } from './resources/snapshots';
export { Wallets } from './resources/wallets';
export { type CreateWebhookOptions, Webhooks } from './resources/webhooks';
export type { PrivateCheckResult, PrivateEntry, PrivateProofState } from './rules/private-check';
export type { PrivateCheck, PrivateCheckOptions, PublishedRoot, VerifyAllocation } from './rules/private-request';
export { explainScore, type ScoreBreakdown, type ScorePart } from './rules/score-breakdown';
export * from './rules/proof-errors';
export { type ProvenAllocation, verifyProof } from './rules/verify-proof';
export type { PointVerdict, SeriesFault } from './rules/verify-point';
export { type SeriesVerdict, verifySeries } from './rules/verify-series';
export type { DropChange, DropsListed, DropsUpdate, FollowDropsQuery } from './stream/follow-drops';
export { isKnownEvent } from './webhooks/received-event';
export type { WebhookHeaders } from './webhooks/signed-headers';
export { verifyWebhook, type VerifyWebhookOptions } from './webhooks/verify-webhook';
export * from './webhooks/webhook-verification-error';
