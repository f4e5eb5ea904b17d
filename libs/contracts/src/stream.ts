import type { WebhookEvent, WebhookEventType } from './webhook-events';
import type { WebhookEventGroup } from './webhooks';

/** Media type of the live stream (Server-Sent Events). */
export const STREAM_TYPE = 'text/event-stream';

/**
 * Response header with the position in the log at which the data of a response is correct. A stream with this position as
 * `after` continues without a gap.
 */
export const DATA_SEQUENCE_HEADER = 'X-Data-Sequence';

/** Time between two `position` events of a stream, in milliseconds. */
export const STREAM_POSITION_INTERVAL_MS = 15_000;

/** Limits of the filters, of the replay and of the keys of a stream. */
export const STREAM_LIMITS = {
  /** Maximum number of entries in each of `drop` and `chain`. */
  filterNames: 100,
  /** Maximum number of changes of the log between `after` and now. */
  replay: 10_000,
  /** Keys whose streams an account can have: a key and its successor, which is in use before the key is given up. */
  keysPerAccount: 2,
} as const;

/** Type of an event on the stream. `webhook.*` events belong to an account and are never on it. */
export type StreamEventType = Exclude<WebhookEventType, `webhook.${string}`>;

/** Type or group of events on the stream. */
export type StreamEventSelector = StreamEventType | Exclude<WebhookEventGroup, 'webhook.*'>;

/** Query of GET /v1/stream. */
export interface StreamQuery {
  /**
   * Starts after this sequence of the log: the `X-Data-Sequence` of a response, the last `id` of a stream, or the `sequence`
   * of a position. The `sequence` of an event is no place to continue: later events can share it. Starts now if absent.
   * @asType integer @minimum 0
   */
  after?: number;
  /** Sends only events of these types or groups (`drop.*`). */
  type?: StreamEventSelector | readonly StreamEventSelector[];
  /** Sends only events about the drops with these slugs: 1 to 100. */
  drop?: string | readonly string[];
  /** Sends only events about drops on the chains with these slugs: 1 to 100. */
  chain?: string | readonly string[];
}

/** All reasons for which a stream cannot continue from a position. */
export const STREAM_RESET_REASONS = ['replay_too_long', 'too_old', 'ahead_of_log'] as const;
/**
 * Reason for which a stream cannot continue from a position: the log has more than 10 000 changes since then
 * (`replay_too_long`), the events are no longer kept (`too_old`), or the log does not reach it (`ahead_of_log`), as after a
 * restore of an older copy. A plan with delayed data receives `ahead_of_log` only after the delay, and positions until then.
 */
export type StreamResetReason = (typeof STREAM_RESET_REASONS)[number];

/** Position of a stream: all events up to it that pass the filters were sent. Sent on connecting and every 15 seconds. */
export interface StreamPosition {
  /** Distinguishes positions from events. */
  type: 'position';
  /**
   * Sequence of the log up to which the stream is complete. A stream with this `after` continues from here.
   * @asType integer @minimum 0
   */
  sequence: number;
  /** Instant up to which the stream is complete, RFC 3339 UTC with milliseconds. @format date-time */
  as_of: string;
}

/** Gap in a stream: events before `sequence` were not sent. List the data again. */
export interface StreamReset {
  /** Distinguishes resets from events. */
  type: 'reset';
  /** Reason for which the stream could not continue. */
  reason: StreamResetReason;
  /** Position in the log from which the stream can continue. @asType integer @minimum 0 */
  sequence: number;
  /** Instant up to which the log is complete, RFC 3339 UTC with milliseconds. @format date-time */
  as_of: string;
}

/** Event on the stream: the body of the webhook delivery of the same event, with the same id. */
export type StreamedEvent = WebhookEvent<StreamEventType> & { sequence: number };

/** Message of the stream: an event, a position or a reset. Narrow it by a switch on `type`. */
export type StreamMessage = StreamedEvent | StreamPosition | StreamReset;
