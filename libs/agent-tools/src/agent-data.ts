import type {
  CalendarEvent,
  ClaimAction,
  ClaimPreparationQuery,
  Drop,
  DropExplanation,
  EligibilityCheck,
  EligibilityResult,
  HypeSeries,
  HypeWindow,
  ListCalendarQuery,
  ListDropsQuery,
  Me,
  Page,
  ServiceStatus,
  WalletDropsQuery,
  WalletDropsResult,
} from '@droptrack/contracts';

/** Data that the tools read, as the API key may see it: the services of the API, or the API through its client. */
export interface AgentData {
  listDrops(query: ListDropsQuery): Promise<Page<Drop>>;
  getDrop(id: string): Promise<Drop>;
  explainDrop(id: string): Promise<DropExplanation>;
  getHype(id: string, window: HypeWindow): Promise<HypeSeries>;
  listCalendar(query: ListCalendarQuery): Promise<Page<CalendarEvent>>;
  /** Requires the plan `pro`. */
  checkEligibility(check: EligibilityCheck): Promise<EligibilityResult>;
  /** Requires the plan `pro`. */
  listWalletDrops(query: WalletDropsQuery): Promise<WalletDropsResult>;
  /** Requires the plan `pro`. */
  prepareClaim(query: ClaimPreparationQuery): Promise<ClaimAction>;
  getKey(): Promise<Me>;
  getStatus(): Promise<ServiceStatus>;
}
