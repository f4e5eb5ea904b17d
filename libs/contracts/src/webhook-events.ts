import type { CalendarEvent } from './calendar';
import type { Drop } from './drop';

/** All webhook event types, by group. An endpoint subscribes by name, by group (`drop.*`) or to all (`*`). */
export const WEBHOOK_EVENT_TYPES = [
  'drop.created',
  'drop.updated',
  'drop.status_changed',
  'drop.snapshot_taken',
  'drop.archived',
  'drop.claims_progress',
  'hype.threshold_crossed',
  'calendar.event_created',
  'calendar.event_updated',
  'calendar.event_cancelled',
  'calendar.event_starting_soon',
  'calendar.event_started',
  'calendar.event_ended',
  'eligibility.list_published',
  'webhook.ping',
  'webhook.disabled',
] as const;
/** Type of a webhook event. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/**
 * Default thresholds of `hype.threshold_crossed`. Hysteresis: a downward crossing counts only `hysteresis` points below
 * the threshold, so that jitter around a threshold publishes a single event.
 */
export const HYPE_THRESHOLDS = { scores: [50, 70, 85], hysteresis: 5 } as const;

/** Time from `calendar.event_starting_soon` to the start of the calendar event, in hours. */
export const STARTING_SOON_HOURS = 24;

/** Headers of every delivery, as defined by Standard Webhooks 1.0. */
export const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** All directions of a threshold crossing. */
export const CROSSING_DIRECTIONS = ['up', 'down'] as const;
/** Direction of a threshold crossing. */
export type CrossingDirection = (typeof CROSSING_DIRECTIONS)[number];

/** Drop whose hype score crossed a threshold. */
export interface HypeCrossing extends Drop {
  /** Hype score after the crossing. @asType integer @minimum 0 @maximum 100 */
  hype_score: number;
  /** Threshold that was crossed. @asType integer @minimum 0 @maximum 100 */
  threshold: number;
  /** Direction of the crossing. By default, a downward crossing counts 5 points below the threshold. */
  direction: CrossingDirection;
}

/** Drop of which a share of the tokens was claimed, or whose claims have ended. */
export interface ClaimsProgress {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Threshold that was reached, in percent: 25, 50, 75 or 90. Null at the end of the claims. @asType integer @nullable @minimum 0 @maximum 100 */
  threshold: number | null;
  /** End of the last claim window. Null for a threshold. @format date-time */
  ended_at: string | null;
  /** Tokens of all lists that were not claimed by then, in base units, as an exact decimal string. Null for a threshold. @pattern ^[0-9]+$ */
  left_at_end: string | null;
  /** Share of the tokens of all lists that was claimed. @minimum 0 */
  claimed_share: number;
  /** Time of the block as of which it is. @format date-time */
  claimed_at: string;
}

/** Allocation list that became active. */
export interface PublishedList {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Name of the list among those of the drop, such as `season-2`. Absent for the unnamed list. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  list?: string;
  /** Version of the list: 1 for the first of its name, increased by one with every later one. @asType integer @minimum 1 */
  version: number;
  /** Number of distinct wallets. @asType integer @minimum 0 */
  wallets: number;
  /** Sum of all allocations in base units, as an exact decimal string. @pattern ^[0-9]+$ */
  total: string;
  /** SHA-256 of the list's file. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
}

/** Filters of an endpoint. A null property does not filter. */
export interface EndpointFilters {
  /** Slugs of drops: only events about these drops are sent. */
  drops: string[] | null;
  /** Slugs of chains: only events about drops on these chains are sent. */
  chains: string[] | null;
  /** Minimum hype score: only events after which the drop has at least this score are sent, none while it has no score. @asType integer @nullable @minimum 0 @maximum 100 */
  min_hype: number | null;
}

/** Webhook endpoint without its secret, as contained in events. */
export interface WebhookEndpoint {
  /** Unique id of the endpoint, used as `{id}` in paths. */
  id: string;
  /** URL to which deliveries are sent. @format uri */
  url: string;
  /** Subscribed event types: names, groups (`drop.*`) or `*`. */
  events: string[];
  /** Description set by the owner of the endpoint. */
  description: string | null;
  /** Filters on the subscribed events. */
  filters: EndpointFilters;
  /** False if the endpoint is paused or disabled; no events are sent to it. */
  enabled: boolean;
}

/** Type of `data.object` by event type. */
export interface WebhookObjects {
  /** A drop was added to the catalogue. */
  'drop.created': Drop;
  /** A drop changed. */
  'drop.updated': Drop;
  /** The status of a drop changed. */
  'drop.status_changed': Drop;
  /** The snapshot of a drop was taken. */
  'drop.snapshot_taken': Drop;
  /** A drop was archived. */
  'drop.archived': Drop;
  /** The claims of a drop reached 25, 50, 75 or 90 % of the tokens of its lists. */
  'drop.claims_progress': ClaimsProgress;
  /** A hype score reached a threshold (50, 70 or 85 by default), or fell 5 points below one. A change from or to null crosses none. */
  'hype.threshold_crossed': HypeCrossing;
  /** An event was added to the calendar. */
  'calendar.event_created': CalendarEvent;
  /** A calendar event changed or was rescheduled. */
  'calendar.event_updated': CalendarEvent;
  /** A calendar event was cancelled. */
  'calendar.event_cancelled': CalendarEvent;
  /** A calendar event starts within 24 hours. */
  'calendar.event_starting_soon': CalendarEvent;
  /** A calendar event started. */
  'calendar.event_started': CalendarEvent;
  /** The window of a calendar event closed. */
  'calendar.event_ended': CalendarEvent;
  /** An allocation list became active. */
  'eligibility.list_published': PublishedList;
  /** A test of the endpoint was requested. */
  'webhook.ping': WebhookEndpoint;
  /** An endpoint was disabled. */
  'webhook.disabled': WebhookEndpoint;
}

/** Body of every webhook delivery. */
export interface WebhookEnvelope {
  /** Unique id of the event, identical to the `webhook-id` header. It is the same for every attempt and redelivery. @pattern ^evt_[0-9A-Za-z_-]+$ */
  id: string;
  /** Type of the event. */
  type: WebhookEventType;
  /** Version of the schemas in `data`. */
  api_version: 'v1';
  /** Time of the event, RFC 3339 UTC with milliseconds. @format date-time */
  timestamp: string;
  /**
   * Position of the change in the service's log, increasing over time. Events removed by filters appear as gaps. Null for
   * `webhook.*`.
   * @asType integer @nullable @minimum 1
   */
  sequence: number | null;
  /** Subject of the event. */
  data: {
    /** Subject of the event, as of after the change. */
    object: object;
    /** Previous values of the properties of `object` that changed. Empty if there was no previous state. */
    previous: object;
  };
}

/** Webhook event with `data` typed by `type`: narrow it by a switch on `type`. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Name in Type]: Omit<WebhookEnvelope, 'type' | 'data'> & {
    type: Name;
    data: { object: WebhookObjects[Name]; previous: Partial<WebhookObjects[Name]> };
  };
}[Type];
