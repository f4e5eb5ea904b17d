export {
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
  PAGE_LIMIT,
  PLANS,
  SORT_ORDERS,
  SOURCE_KINDS,
  WALLET_TYPES,
} from '@droptrack/contracts';
export type {
  Allocation,
  AllocationPart,
  AllocationProof,
  CalendarEvent,
  CalendarEventStatus,
  CalendarEventType,
  CalendarInclude,
  CalendarPrecision,
  Claim,
  ClaimStatus,
  Drop,
  DropRating,
  DropSnapshot,
  DropSort,
  DropStatus,
  EligibilityCheck,
  EligibilityReason,
  EligibilityReasonCode,
  EligibilityResult,
  EligibilitySource,
  EligibilityStatus,
  ExpectedValueUsd,
  FactSource,
  Feature,
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
  SortOrder,
  SourceKind,
  WalletType,
} from '@droptrack/contracts';
export * from './api-error';
export type { Answer, ApiPromise } from './api-promise';
export { Droptrack } from './client';
export * from './errors';
export type { CallOptions, DroptrackOptions, Fetch, Sleep } from './options';
export type { ListPage, PagePromise } from './page-promise';
export type { RateLimit } from './rate-limit';
export type { Calendar } from './resources/calendar';
export type { Drops } from './resources/drops';
export type { Eligibility } from './resources/eligibility';
