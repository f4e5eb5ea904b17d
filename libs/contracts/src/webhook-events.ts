import type { CalendarEvent } from './calendar';
import type { Drop } from './drop';

/** Every event that an endpoint can be told of, by group. An endpoint subscribes by name, by `group.*` or to `*`. */
export const WEBHOOK_EVENT_TYPES = [
  'drop.created',
  'drop.updated',
  'drop.status_changed',
  'drop.snapshot_taken',
  'drop.archived',
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
/** Name of an event. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/**
 * Hype scores that are told when they are reached, where the service is not set to others; the way down counts
 * `hysteresis` points lower.
 */
export const HYPE_THRESHOLDS = { scores: [50, 70, 85], hysteresis: 5 } as const;

/** How long before its start an event is announced once more, in hours. */
export const STARTING_SOON_HOURS = 24;

/** Headers of every delivery (Standard Webhooks 1.0). */
export const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Ways across a threshold. */
export const CROSSING_DIRECTIONS = ['up', 'down'] as const;
/** Way across a threshold. */
export type CrossingDirection = (typeof CROSSING_DIRECTIONS)[number];

/** A drop whose hype score has crossed a threshold. */
export interface HypeCrossing extends Drop {
  /** The score that was reached, or left. @asType integer @minimum 0 @maximum 100 */
  threshold: number;
  /** Downward it counts 5 points below the threshold, unless the service is set otherwise. */
  direction: CrossingDirection;
}

/** An allocation list that came into force. */
export interface PublishedList {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** 1 for the first list of the drop, one more with every later one. @asType integer @minimum 1 */
  version: number;
  /** Distinct wallets. @asType integer @minimum 0 */
  wallets: number;
  /** All amounts together: base units, an exact decimal string. @pattern ^[0-9]+$ */
  total: string;
  /** Of the list's file. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
}

/** Where deliveries go. The secret is told once, and never in an event. */
export interface WebhookEndpoint {
  /** What the paths of the endpoint have for `{id}`. */
  id: string;
  /** Where deliveries go. @format uri */
  url: string;
  /** Names of events, `group.*` or `*`. */
  events: string[];
  /** What its owner wrote about it. */
  description: string | null;
  /** Which events of those subscribed to are sent; null members filter nothing. */
  filters: {
    /** Slugs of drops. */
    drops: string[] | null;
    /** Slugs of chains. */
    chains: string[] | null;
    /** Least hype score of the drop after the change. @asType integer @nullable @minimum 0 @maximum 100 */
    min_hype: number | null;
  };
  /** False: nothing is sent. */
  enabled: boolean;
}

/** What `data.object` is, by event. */
export interface WebhookObjects {
  /** A drop is shown for the first time. */
  'drop.created': Drop;
  /** A drop has changed. */
  'drop.updated': Drop;
  /** A drop has moved to another status. */
  'drop.status_changed': Drop;
  /** The snapshot of a drop has been taken. */
  'drop.snapshot_taken': Drop;
  /** A drop is no longer kept up. */
  'drop.archived': Drop;
  /** A hype score has reached 50, 70 or 85 (the service may be set to others), or has fallen 5 points below. */
  'hype.threshold_crossed': HypeCrossing;
  /** An event is new in the calendar. */
  'calendar.event_created': CalendarEvent;
  /** An event has changed or was moved. */
  'calendar.event_updated': CalendarEvent;
  /** An event was called off. */
  'calendar.event_cancelled': CalendarEvent;
  /** An event starts within 24 hours. */
  'calendar.event_starting_soon': CalendarEvent;
  /** An event has begun. */
  'calendar.event_started': CalendarEvent;
  /** A window has closed. */
  'calendar.event_ended': CalendarEvent;
  /** An allocation list came into force. */
  'eligibility.list_published': PublishedList;
  /** A test that somebody asked for. */
  'webhook.ping': WebhookEndpoint;
  /** The endpoint gets nothing any more. */
  'webhook.disabled': WebhookEndpoint;
}

/** Body of every delivery. */
export interface WebhookEnvelope {
  /** The delivery's `webhook-id`; stays when it is sent again. @pattern ^evt_[0-9A-Za-z_-]+$ */
  id: string;
  /** What has happened. */
  type: WebhookEventType;
  /** Version of the shapes in `data`. */
  api_version: 'v1';
  /** When it happened, RFC 3339 UTC with milliseconds. @format date-time */
  timestamp: string;
  /**
   * Place in the log, growing by time: what is left out by filters shows as a gap. Null for `webhook.*`.
   * @asType integer @nullable @minimum 1
   */
  sequence: number | null;
  /** What it is about. */
  data: {
    /** What it is about, as it is after the change. */
    object: object;
    /** The members of `object` that changed, as they were; empty where nothing was before. */
    previous: object;
  };
}

/** An event, with `data` of its own type: switch on `type`. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Name in Type]: Omit<WebhookEnvelope, 'type' | 'data'> & {
    type: Name;
    data: { object: WebhookObjects[Name]; previous: Partial<WebhookObjects[Name]> };
  };
}[Type];
