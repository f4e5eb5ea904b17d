import type { WebhookEndpoint, WebhookEventType } from './webhook-events';

/** Limits of webhook endpoints, secrets, retention and recoveries. */
export const WEBHOOK_LIMITS = {
  /** Maximum length of a URL, in characters. */
  urlLength: 2_048,
  /** Maximum length of a description, in characters. */
  descriptionLength: 200,
  /** Maximum number of entries in `events`. */
  events: 40,
  /** Maximum number of entries in each of `filters.drops` and `filters.chains`. */
  filterNames: 100,
  /** Time for which a rotated secret keeps signing beside its successor, in seconds. */
  graceSeconds: { min: 0, max: 604_800, default: 86_400 },
  /** Retention of events, deliveries and their attempts, in days. */
  keptDays: 30,
  /**
   * Default limits of recoveries per account: deliveries that recoveries enqueue within 24 hours, where each recovery
   * counts as at least `charge`; and deliveries that may be pending.
   */
  recovery: { perDay: 50_000, charge: 100, pending: 10_000 },
} as const;

/** All event groups that an endpoint can subscribe to; `*` is all events. */
export const WEBHOOK_EVENT_GROUPS = ['drop.*', 'hype.*', 'calendar.*', 'eligibility.*', 'webhook.*', '*'] as const;
/** Group of events. */
export type WebhookEventGroup = (typeof WEBHOOK_EVENT_GROUPS)[number];

/** Event type or group of events. */
export type EventSelector = WebhookEventType | WebhookEventGroup;

/** Body of POST /v1/webhooks. */
export interface CreateWebhook {
  /** URL of the endpoint: `https`, port 443 or 8443, without credentials. The host name must resolve to public addresses only. @format uri @maxLength 2048 */
  url: string;
  /** Event types to subscribe to: names, groups (`drop.*`) or `*`. @minItems 1 @maxItems 40 @uniqueItems true */
  events: EventSelector[];
  /** Description for your own use. @maxLength 200 */
  description?: string | null;
  /** Filters on the subscribed events. An absent or null property does not filter. */
  filters?: WebhookFilters | null;
  /** False creates the endpoint paused. Defaults to true. */
  enabled?: boolean;
}

/** List of distinct slugs. @minItems 1 @maxItems 100 @uniqueItems true */
export type WebhookFilterNames = string[];

/** Filters on the subscribed events. Events that are not about a drop pass all filters. */
export interface WebhookFilters {
  /** Slugs of drops: only events about these drops are sent. */
  drops?: WebhookFilterNames | null;
  /** Slugs of chains: only events about drops on these chains are sent. */
  chains?: WebhookFilterNames | null;
  /** Minimum hype score: only events after which the drop has at least this score are sent, none while it has no score. @asType integer @nullable @minimum 0 @maximum 100 */
  min_hype?: number | null;
}

/** Body of PATCH /v1/webhooks/{id}. Omitted properties remain unchanged. */
export interface UpdateWebhook {
  /** New URL of the endpoint, with the same rules as on creation. @format uri @maxLength 2048 */
  url?: string;
  /** New event types to subscribe to: names, groups (`drop.*`) or `*`. @minItems 1 @maxItems 40 @uniqueItems true */
  events?: EventSelector[];
  /** New description. Null clears it. @maxLength 200 */
  description?: string | null;
  /** New filters, which replace all existing filters. Null clears them. */
  filters?: WebhookFilters | null;
  /** False pauses the endpoint. True enables it and clears `disabled_reason`. */
  enabled?: boolean;
}

/** All reasons for which the service disables an endpoint. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
/** Reason for which the service disabled an endpoint: it responded with 410 (`gone`), or failed for 5 days (`failing`). */
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Webhook endpoint with its state. */
export interface Webhook extends WebhookEndpoint {
  /** Reason for which the service disabled the endpoint. Null if it did not. Enabling the endpoint clears it. */
  disabled_reason: WebhookDisabledReason | null;
  /** Time since which every attempt has failed. Null if the last attempt succeeded. @format date-time */
  failing_since: string | null;
  /** Time of creation. @format date-time */
  created_at: string;
  /** Time of the last change. @format date-time */
  updated_at: string;
}

/** Response of POST /v1/webhooks: the endpoint with its signing secret. */
export interface CreatedWebhook extends Webhook {
  /** Signing secret of the endpoint. Returned only on creation and rotation. @pattern ^whsec_[A-Za-z0-9+/]+=*$ */
  secret: string;
}

/** Body of POST /v1/webhooks/{id}/rotate-secret. */
export interface RotateWebhookSecret {
  /** Time in seconds for which the previous secret keeps signing beside the new one. Defaults to 86400. @asType integer @minimum 0 @maximum 604800 */
  grace_period_seconds?: number;
}

/** Response of POST /v1/webhooks/{id}/rotate-secret. */
export interface RotatedWebhookSecret {
  /** Id of the endpoint. */
  id: string;
  /** New signing secret. @pattern ^whsec_[A-Za-z0-9+/]+=*$ */
  secret: string;
  /** Time at which the previous secret stops signing. @format date-time */
  previous_expires_at: string;
}

/** Response of POST /v1/webhooks/{id}/test. */
export interface WebhookTest {
  /** True if the endpoint responded with 2xx in time. */
  delivered: boolean;
  /** HTTP status code of the endpoint's response. Null without a response. @asType integer @nullable @minimum 100 @maximum 599 */
  status_code: number | null;
  /** Duration of the attempt, in milliseconds. @asType integer @minimum 0 */
  duration_ms: number;
  /** Reason of the failure. Null if the test was delivered. */
  error: string | null;
}

/** All statuses of a delivery. */
export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** Status of a delivery: attempts remain or one is in flight (`pending`), a 2xx was received (`delivered`), or all attempts failed (`failed`). */
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** One attempt of a delivery: a single HTTP request to the endpoint. */
export interface WebhookAttempt {
  /** Start of the attempt. @format date-time */
  at: string;
  /** Duration of the attempt, in milliseconds. @asType integer @minimum 0 */
  duration_ms: number;
  /** HTTP status code of the endpoint's response. Null without a response. @asType integer @nullable @minimum 100 @maximum 599 */
  status_code: number | null;
  /** Reason of the failure. Null if the attempt succeeded. */
  error: string | null;
  /** First KiB of the response body. Null without a response. */
  response: string | null;
}

/** Delivery of one event to one endpoint. */
export interface WebhookDelivery {
  /** Unique id of the delivery. @pattern ^dlv_[0-9A-Za-z_-]+$ */
  id: string;
  /** Id of the event, sent as `webhook-id` with every attempt. @pattern ^evt_[0-9A-Za-z_-]+$ */
  event_id: string;
  /** Type of the event. */
  event_type: WebhookEventType;
  /** Status of the delivery. */
  status: WebhookDeliveryStatus;
  /** Time of the next attempt. Null if none is scheduled. @format date-time */
  next_attempt_at: string | null;
  /** Time of creation. @format date-time */
  created_at: string;
  /** Time at which the endpoint responded with 2xx. Null until then. @format date-time */
  delivered_at: string | null;
  /** Most recent attempts, latest first, at most 20. */
  attempts: WebhookAttempt[];
}

/** Query of GET /v1/webhooks/{id}/deliveries. */
export interface ListDeliveriesQuery {
  /** Returns only deliveries with this status. */
  status?: WebhookDeliveryStatus;
  /** Returns only deliveries of this event type. */
  event_type?: WebhookEventType;
  /** Maximum number of rows per page, 1 to 100. May change from page to page. */
  limit?: number;
  /** Cursor of the page to return: `next_cursor` of the previous page, sent with the same filters. */
  cursor?: string;
}

/** Body of POST /v1/webhooks/{id}/recover. */
export interface RecoverWebhook {
  /** Start of the span, inclusive, at most 30 days ago. @format date-time */
  since: string;
  /** End of the span, exclusive. Defaults to now. @format date-time */
  until?: string;
}

/** All statuses of a recovery. */
export const WEBHOOK_RECOVERY_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
/** Status of a recovery: waiting for a worker (`queued`), in progress (`running`), finished (`done`), or aborted (`failed`). */
export type WebhookRecoveryStatus = (typeof WEBHOOK_RECOVERY_STATUSES)[number];

/** All reasons for which a recovery stops before the end of its span. */
export const WEBHOOK_RECOVERY_STOPS = ['pending_limit', 'daily_limit', 'endpoint_deleted', 'internal'] as const;
/**
 * Reason for which a recovery stopped before the end of its span: the account has too many pending deliveries
 * (`pending_limit`), its recoveries of the last 24 hours enqueued too many deliveries (`daily_limit`), the endpoint was
 * deleted (`endpoint_deleted`), or an internal error occurred (`internal`).
 */
export type WebhookRecoveryStop = (typeof WEBHOOK_RECOVERY_STOPS)[number];

/** Recovery: a job that enqueues the missed deliveries of a time span. */
export interface WebhookRecovery {
  /** Unique id of the recovery, used as `{recovery}` in paths. @pattern ^rec_[0-9a-z]+$ */
  id: string;
  /** Status of the recovery. `done` and `failed` are final. */
  status: WebhookRecoveryStatus;
  /** Number of deliveries enqueued so far. @asType integer @minimum 0 */
  deliveries: number;
  /** Start of the span, inclusive. @format date-time */
  since: string;
  /** End of the span, exclusive. @format date-time */
  until: string;
  /** `since` of the request that continues after a limit stopped this recovery. Null otherwise. @format date-time */
  next_since: string | null;
  /** Reason for which the recovery stopped early. Null if it processed its whole span or has not finished. */
  stopped_by: WebhookRecoveryStop | null;
  /** Time of creation. @format date-time */
  created_at: string;
  /** Time at which the recovery ended. Null until then. @format date-time */
  finished_at: string | null;
}

/** Response of POST /v1/webhooks/{id}/deliveries/{delivery}/redeliver. */
export interface AcceptedDeliveries {
  /** Number of deliveries enqueued: 1, or 0 if the delivery is already in flight. @asType integer @minimum 0 */
  deliveries: number;
}

/** Query of GET /v1/events. */
export interface ListEventsQuery {
  /** Returns only events of these types or groups (`drop.*`). */
  type?: EventSelector | readonly EventSelector[];
  /** Maximum number of rows per page, 1 to 100. May change from page to page. */
  limit?: number;
  /** Cursor of the page to return: `next_cursor` of the previous page, sent with the same filters. */
  cursor?: string;
}
