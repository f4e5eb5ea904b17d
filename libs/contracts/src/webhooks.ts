import type { WebhookEndpoint, WebhookEnvelope, WebhookEventType } from './webhook-events';

/** Schemes, lengths and numbers that endpoints are held to. */
export const WEBHOOK_LIMITS = {
  urlLength: 2_048,
  descriptionLength: 200,
  /** Names in `events`; each may be told once. */
  events: 40,
  /** Names in `filters.drops` and in `filters.chains`. */
  filterNames: 100,
  /** How long a rotated secret goes on signing, in seconds. */
  graceSeconds: { min: 0, max: 604_800, default: 86_400 },
  /** How long events, deliveries and their attempts are kept, in days. */
  keptDays: 30,
  /**
   * Bounds of recoveries, per account, where the service is not set to others: deliveries that recoveries of 24 hours make
   * together, of which each recovery counts as `charge` at least, and deliveries that may be pending.
   */
  recovery: { perDay: 50_000, charge: 100, pending: 10_000 },
} as const;

/** What an endpoint can subscribe to beside single events: all of a group, or all. */
export const WEBHOOK_EVENT_GROUPS = ['drop.*', 'hype.*', 'calendar.*', 'eligibility.*', 'webhook.*', '*'] as const;
/** All events of a group, or all there are. */
export type WebhookEventGroup = (typeof WEBHOOK_EVENT_GROUPS)[number];

/** An event, or all of a group. */
export type EventSelector = WebhookEventType | WebhookEventGroup;

/** Body of POST /v1/webhooks. */
export interface CreateWebhook {
  /** `https`, port 443 or 8443, without credentials; its name must lead to public addresses. @format uri @maxLength 2048 */
  url: string;
  /** Names of events, `group.*` or `*`. @minItems 1 @maxItems 40 @uniqueItems true */
  events: EventSelector[];
  /** What its owner calls it. @maxLength 200 */
  description?: string | null;
  /** Which of the events are sent; what is absent or null filters nothing. */
  filters?: WebhookFilters | null;
  /** True when not given. */
  enabled?: boolean;
}

/** Slugs, each once. @minItems 1 @maxItems 100 @uniqueItems true */
export type WebhookFilterNames = string[];

/** Which events of those subscribed to are sent. Events about no drop pass all filters. */
export interface WebhookFilters {
  /** Slugs of drops. */
  drops?: WebhookFilterNames | null;
  /** Slugs of chains. */
  chains?: WebhookFilterNames | null;
  /** Least hype score of the drop after the change. @asType integer @nullable @minimum 0 @maximum 100 */
  min_hype?: number | null;
}

/** Body of PATCH /v1/webhooks/{id}: what is left out stays. */
export interface UpdateWebhook {
  /** As when it is made. @format uri @maxLength 2048 */
  url?: string;
  /** Names of events, `group.*` or `*`. @minItems 1 @maxItems 40 @uniqueItems true */
  events?: EventSelector[];
  /** Null clears it. @maxLength 200 */
  description?: string | null;
  /** Replaced as a whole; null clears them. */
  filters?: WebhookFilters | null;
  /** Enabling it clears `disabled_reason`. */
  enabled?: boolean;
}

/** Why an endpoint was disabled, when its owner did not do it. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
/** Why an endpoint was disabled. */
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** An endpoint as its owner sees it. */
export interface Webhook extends WebhookEndpoint {
  /** `gone`: it answered 410; `failing`: nothing but failures for 5 days; null otherwise. Enabling it clears it. */
  disabled_reason: WebhookDisabledReason | null;
  /** Since when every attempt has failed; null while the last one did not. @format date-time */
  failing_since: string | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
}

/** Answer of POST /v1/webhooks. */
export interface CreatedWebhook extends Webhook {
  /** Signs deliveries; told only here and on rotation. @pattern ^whsec_[A-Za-z0-9+/]+=*$ */
  secret: string;
}

/** Body of POST /v1/webhooks/{id}/rotate-secret. */
export interface RotateWebhookSecret {
  /** How long the former secret goes on signing beside the new one; 86400 when not given. @asType integer @minimum 0 @maximum 604800 */
  grace_period_seconds?: number;
}

/** Answer of POST /v1/webhooks/{id}/rotate-secret. */
export interface RotatedWebhookSecret {
  /** Of the endpoint. */
  id: string;
  /** The new one. @pattern ^whsec_[A-Za-z0-9+/]+=*$ */
  secret: string;
  /** Until when the former one signs as well. @format date-time */
  previous_expires_at: string;
}

/** Answer of POST /v1/webhooks/{id}/test. */
export interface WebhookTest {
  /** Whether the endpoint answered 2xx in time. */
  delivered: boolean;
  /** Null without an answer. @asType integer @nullable @minimum 100 @maximum 599 */
  status_code: number | null;
  /** @asType integer @minimum 0 */
  duration_ms: number;
  /** What kept it from being delivered; null where it was. */
  error: string | null;
}

/** How far a delivery is; one that is just being tried is `pending`. */
export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** How far a delivery is. */
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** One attempt to deliver. */
export interface WebhookAttempt {
  /** When it began. @format date-time */
  at: string;
  /** @asType integer @minimum 0 */
  duration_ms: number;
  /** Null without an answer. @asType integer @nullable @minimum 100 @maximum 599 */
  status_code: number | null;
  /** Why it counts as failed, in words; null where it did not. */
  error: string | null;
  /** The first KiB of what was answered; null where nothing was. */
  response: string | null;
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** @pattern ^dlv_[0-9A-Za-z_-]+$ */
  id: string;
  /** The event, which is the `webhook-id` of every attempt. @pattern ^evt_[0-9A-Za-z_-]+$ */
  event_id: string;
  /** Of the event. */
  event_type: WebhookEventType;
  /** `failed`: the attempts are used up. */
  status: WebhookDeliveryStatus;
  /** When the next attempt is due; null where none is. @format date-time */
  next_attempt_at: string | null;
  /** @format date-time */
  created_at: string;
  /** When it was answered 2xx; null before. @format date-time */
  delivered_at: string | null;
  /** All that were made, the latest first; at most 20. */
  attempts: WebhookAttempt[];
}

/** Query of GET /v1/webhooks/{id}/deliveries. */
export interface ListDeliveriesQuery {
  /** Only those that are to be tried yet (`pending`), were taken, or whose attempts are used up. */
  status?: WebhookDeliveryStatus;
  /** Only those of one kind of event. */
  event_type?: WebhookEventType;
  /** Rows a page, 1 to 100; may change from page to page. */
  limit?: number;
  /** `next_cursor` of the page before, with the other parameters as they were. */
  cursor?: string;
}

/** Body of POST /v1/webhooks/{id}/recover. */
export interface RecoverWebhook {
  /** From when on, at most 30 days ago. @format date-time */
  since: string;
  /** Before when; now when not given. @format date-time */
  until?: string;
}

/** State of a recovery: it waits for a worker, is being worked on, has ended, or has ended without doing its work. */
export const WEBHOOK_RECOVERY_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
/** State of a recovery. */
export type WebhookRecoveryStatus = (typeof WEBHOOK_RECOVERY_STATUSES)[number];

/** Reasons for which a recovery ends before the end of its span. */
export const WEBHOOK_RECOVERY_STOPS = ['pending_limit', 'daily_limit', 'endpoint_deleted', 'internal'] as const;
/** Reason for which a recovery ended before the end of its span. */
export type WebhookRecoveryStop = (typeof WEBHOOK_RECOVERY_STOPS)[number];

/** A recovery: deliveries of a span of time that are made due, step by step. Response of POST …/recover and GET …/recoveries/{recovery}. */
export interface WebhookRecovery {
  /** Id, `{recovery}` in paths. @pattern ^rec_[0-9a-z]+$ */
  id: string;
  /** `queued` and `running` come to an end by themselves; `done` and `failed` are final. */
  status: WebhookRecoveryStatus;
  /** Deliveries made due so far. @asType integer @minimum 0 */
  deliveries: number;
  /** Start of the span. @format date-time */
  since: string;
  /** End of the span, exclusive. @format date-time */
  until: string;
  /** `since` of the request that goes on where a bound ended this one; null otherwise. @format date-time */
  next_since: string | null;
  /**
   * `pending_limit`: as many deliveries of the account are pending as may be; `daily_limit`: its recoveries of 24 hours have
   * made as many as they may; `endpoint_deleted`; `internal`: a fault of the service. Null for one that did all of its span.
   */
  stopped_by: WebhookRecoveryStop | null;
  /** @format date-time */
  created_at: string;
  /** When it ended; null before. @format date-time */
  finished_at: string | null;
}

/** Response of POST …/redeliver. */
export interface AcceptedDeliveries {
  /** Deliveries that were made due. @asType integer @minimum 0 */
  deliveries: number;
}

/** Query of GET /v1/events. */
export interface ListEventsQuery {
  /** Names of events, or `group.*`; separated by commas. */
  type?: EventSelector | readonly EventSelector[];
  /** Rows a page, 1 to 100; may change from page to page. */
  limit?: number;
  /** `next_cursor` of the page before, with the other parameters as they were. */
  cursor?: string;
}

/** One item of GET /v1/events: what was or would have been delivered, byte for byte. */
export type EventItem = WebhookEnvelope;
