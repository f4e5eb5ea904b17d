export {
  BATCH_CHECKS_MAX,
  CALENDAR_EVENT_STATUSES,
  CALENDAR_EVENT_TYPES,
  CALENDAR_INCLUDES,
  CALENDAR_PRECISIONS,
  CLAIM_STATUSES,
  DROP_SORTS,
  DROP_STATUSES,
  ELIGIBILITY_REASONS,
  ELIGIBILITY_STATUSES,
  FEATURES,
  HYPE_SIGNALS,
  HYPE_SIGNAL_STATUSES,
  HYPE_WINDOWS,
  PAGE_LIMIT,
  PLANS,
  SORT_ORDERS,
  SOURCE_KINDS,
  WALLET_TYPES,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
export type {
  Allocation,
  AllocationPart,
  AllocationProof,
  AllocationRow,
  AllocationsSnapshotQuery,
  CalendarEvent,
  CalendarEventStatus,
  CalendarEventType,
  CalendarInclude,
  CalendarPrecision,
  Claim,
  ClaimStatus,
  CrossingDirection,
  Drop,
  DropExplanation,
  DropRating,
  DropSnapshot,
  DropSort,
  DropsSnapshotQuery,
  DropStatus,
  EligibilityBatchResult,
  EligibilityCheck,
  EligibilityFault,
  EligibilityReason,
  EligibilityReasonCode,
  EligibilityResult,
  EligibilitySource,
  EligibilityStatus,
  ExpectedValueUsd,
  ExplainedAllocation,
  ExplainedCost,
  ExplainedCostInput,
  ExplainedCostTerm,
  ExplainedDifficulty,
  ExplainedDifficultyInput,
  ExplainedExpectedValue,
  ExplainedFact,
  ExplainedInput,
  ExplainedLegit,
  ExplainedLegitCap,
  ExplainedLegitComponent,
  ExplainedLink,
  ExplainedList,
  ExplainedNumber,
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
  ListCalendarQuery,
  ListDropsQuery,
  ListQuery,
  Me,
  Page,
  Plan,
  Problem,
  ProblemCode,
  ProblemMember,
  ProofFormat,
  PublishedList,
  SnapshotEnd,
  SortOrder,
  SourceKind,
  WalletType,
  WebhookEndpoint,
  WebhookEnvelope,
  WebhookEvent,
  WebhookEventType,
  WebhookObjects,
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
export type { CallOptions, DroptrackOptions, Fetch, Sleep } from './options';
export type { ListPage, PagePromise } from './page-promise';
export type { RateLimit } from './rate-limit';
export type { SnapshotLine } from './snapshots/line-reader';
export type { SnapshotHead, SnapshotRows } from './snapshots/snapshot-rows';
export { Calendar } from './resources/calendar';
export { Drops } from './resources/drops';
export { Eligibility, isAnswered } from './resources/eligibility';
export { Snapshots } from './resources/snapshots';
export { explainScore, type ScoreBreakdown, type ScorePart } from './rules/score-breakdown';
export { type ProvenAllocation, verifyProof } from './rules/verify-proof';
export type { PointVerdict, SeriesFault } from './rules/verify-point';
export { type SeriesVerdict, verifySeries } from './rules/verify-series';
export { isKnownEvent } from './webhooks/received-event';
export { signTestWebhook, type SignedTestWebhook, type TestWebhookEvent } from './webhooks/sign-test-webhook';
export type { WebhookHeaders } from './webhooks/signed-headers';
export { verifyWebhook, type VerifyWebhookOptions } from './webhooks/verify-webhook';
export * from './webhooks/webhook-verification-error';
