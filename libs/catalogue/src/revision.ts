import type { CalendarEvent, Drop, ProofFormat } from '@droptrack/contracts';
import type { PublishedAllocations } from '@droptrack/scoring';
import type { DropDefinition } from './definition';
import type { MarketBody } from './market/market';

/**
 * Entities of the log. A `definition` contains the declared inputs of a drop's figures, and a `market` the observed ones;
 * explanations publish both. A `moment` is a scheduled event, which is caused by the clock and is part of no view.
 */
export const LOG_ENTITIES = ['drop', 'calendar_event', 'list', 'definition', 'market', 'moment'] as const;
export type LogEntity = (typeof LOG_ENTITIES)[number];

/** Drop in the log. `updated_at` is the time of the revision, not part of the body. */
export interface DropBody extends Omit<Drop, 'updated_at' | 'hype_confidence'> {
  /** Absent in older rows. */
  readonly hype_confidence?: number | null;
}
/** Calendar event in the log. */
export type CalendarEventBody = Omit<CalendarEvent, 'updated_at'>;

/** Origin of all sample drops, and of no other drop. */
export const SAMPLE_ORIGIN = 'sample';

/** Definition of a drop in the log; its id is the id of the drop. */
export interface DefinitionBody {
  /** Set of catalogue files that declares it: `catalogue`, `sample`, or a set of the operator. */
  readonly origin: string;
  readonly definition: DropDefinition;
}

/** Lists of eligible and of excluded wallets. */
export const LIST_KINDS = ['allocation', 'exclusion'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Active list in the log, with the id of {@link listEntityId}. Its rows are not in the log. */
export interface ListBody {
  readonly drop: string;
  readonly kind: ListKind;
  /**
   * Name among the lists of the drop and kind, such as `season-2`: a slug of up to 64 characters. Absent for the unnamed
   * list, which most drops have alone.
   */
  readonly name?: string;
  /** 1 for the first list of the drop and kind, incremented by every load. */
  readonly version: number;
  /** Id of its rows in the database. */
  readonly list_id: number;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string; `0` for an exclusion list. */
  readonly total: string;
  readonly decimals: number | null;
  /** SHA-256 of the loaded file, hex. */
  readonly sha256: string;
  /** URL of the published file. */
  readonly url: string | null;
  /** Distribution of the amounts, base units rounded to doubles; null for an exclusion list, or if some are 0. */
  readonly spread: PublishedAllocations | null;
  /** Quantiles of the amounts, ascending; absent in older rows and for an exclusion list. */
  readonly quantiles?: readonly AmountQuantile[];
  /** Merkle tree of the list; null without one, absent in older rows. */
  readonly tree?: ListTreeBody | null;
  /**
   * RFC 3339 time at which its rows became active, in a revision that changed only other members. Absent: the time of the
   * revision.
   */
  readonly published_at?: string;
}

/** Quantile of the amounts of a list: the share of its wallets, 0 to 1, and base units as a decimal string, rounded to a double. */
export interface AmountQuantile {
  readonly p: number;
  readonly amount: string;
}

/** @param amount - base units, finite and not negative. */
export const quantileOf = (p: number, amount: number): AmountQuantile => ({
  p,
  amount: BigInt(Math.round(amount)).toString(),
});

/** Merkle tree of a list in the log. */
export interface ListTreeBody {
  readonly format: ProofFormat;
  /** 0x and 64 hex digits. */
  readonly root: string;
  /** True for a root that equals a published one. Absent in older rows, which counts as false. */
  readonly root_published?: boolean;
}

/**
 * Log id of a list. Slugs have no colon, so the id is unique.
 *
 * @param name - empty for the unnamed list.
 */
export function listEntityId(drop: string, kind: ListKind, name = ''): string {
  if (name !== '') return `${drop}:${kind}:${name}`;
  return kind === 'allocation' ? drop : `${drop}:${kind}`;
}

/** Drop and kind of a list, by its log id. */
export function listGroupId(entityId: string): string {
  const [drop = '', kind = 'allocation'] = entityId.split(':');
  return `${drop}:${kind}`;
}

/** Kinds of scheduled events. The start of a calendar event is not one, as it changes the status of the event. */
export const SCHEDULED_EVENT_KINDS = ['starting_soon', 'ended'] as const;
export type ScheduledEventKind = (typeof SCHEDULED_EVENT_KINDS)[number];

/**
 * Scheduled event in the log: a calendar event starts within a day, or has ended. Its id is {@link scheduledEventEntityId}, so that
 * it is recorded once.
 */
export interface ScheduledEventBody {
  readonly kind: ScheduledEventKind;
  /** Calendar event as published then, with the time of its revision. */
  readonly event: CalendarEvent;
}

/** Log id of a scheduled event; a rescheduled calendar event has another one. @param atMs - milliseconds since the epoch. */
export const scheduledEventEntityId = (eventId: string, kind: ScheduledEventKind, atMs: number): string =>
  `${eventId}:${kind}:${atMs}`;

/** Revision of the log: the published state of one entity from this instant on. */
export interface Revision {
  /** Sequence number: 1, 2, 3, … without gaps, in the order of commits and of time. */
  readonly seq: number;
  /** Milliseconds since the epoch, rounded down; never decreases with `seq`. */
  readonly recordedAtMs: number;
  readonly entity: LogEntity;
  readonly id: string;
  /** For a drop or calendar event the wire format without `updated_at`; null for an archived entity. */
  readonly body: DropBody | CalendarEventBody | DefinitionBody | ListBody | MarketBody | ScheduledEventBody | null;
}
