import type { CalendarEvent, Drop, ProofFormat } from '@droptrack/contracts';
import type { PublishedAllocations } from '@droptrack/scoring';
import type { DropDefinition } from './definition';

/**
 * What the log has an entry about. A `definition` is what a drop's figures come from: shown where they are explained. A
 * `moment` is what the clock alone brings about and no view shows.
 */
export const LOG_ENTITIES = ['drop', 'calendar_event', 'list', 'definition', 'moment'] as const;
export type LogEntity = (typeof LOG_ENTITIES)[number];

/** A drop as the log keeps it: `updated_at` is the revision's own time, not part of the body. */
export type DropBody = Omit<Drop, 'updated_at'>;
/** A calendar event as the log keeps it. */
export type CalendarEventBody = Omit<CalendarEvent, 'updated_at'>;

/** What a drop was made from, as the log keeps it; the id is the drop's. */
export interface DefinitionBody {
  /** Which set of files states it: `catalogue`, `sample`, an operator's own. */
  readonly origin: string;
  readonly definition: DropDefinition;
}

/** Who gets something, and who is left out. */
export const LIST_KINDS = ['allocation', 'exclusion'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** A list in force, as the log keeps it; its id is made by {@link listEntityId}. Its rows are not in the log. */
export interface ListBody {
  readonly drop: string;
  readonly kind: ListKind;
  /** 1 for the first list of this drop and kind, one more with every load. */
  readonly version: number;
  /** Where its rows are. */
  readonly list_id: number;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string; `0` for an exclusion list. */
  readonly total: string;
  readonly decimals: number | null;
  /** Of the file it was loaded from, hex. */
  readonly sha256: string;
  /** Where the file was published. */
  readonly url: string | null;
  /** Of single amounts, base units as near as a double comes; null for an exclusion list, or where some are 0. */
  readonly spread: PublishedAllocations | null;
  /** The tree that its proofs come from; null, or absent in older rows, without one. */
  readonly tree?: ListTreeBody | null;
  /**
   * RFC 3339 instant at which its rows came into force; only in a revision that changed nothing but facts beside them.
   * Absent: the instant of the revision.
   */
  readonly published_at?: string;
}

/** The tree of a list, as the log keeps it. */
export interface ListTreeBody {
  readonly format: ProofFormat;
  /** 0x and 64 hex digits. */
  readonly root: string;
  /** A published root confirms `root`. Absent in older rows, of which that is unknown: the same as false. */
  readonly root_published?: boolean;
}

/** The log's id of a drop's list. A slug has no colon, so it is nobody else's. */
export function listEntityId(drop: string, kind: ListKind): string {
  return kind === 'allocation' ? drop : `${drop}:${kind}`;
}

/** What the clock tells of an event beside its start, which shows in its status. */
export const MOMENT_KINDS = ['starting_soon', 'ended'] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

/** That an event starts within a day, or has ended; its id is made by {@link momentEntityId}, so it is told once. */
export interface MomentBody {
  readonly kind: MomentKind;
  /** As it was shown then, with the time of its own revision. */
  readonly event: CalendarEvent;
}

/** The log's id of a moment: an event that is moved has others. @param atMs - milliseconds since the epoch. */
export const momentEntityId = (eventId: string, kind: MomentKind, atMs: number): string => `${eventId}:${kind}:${atMs}`;

/** One row of the log: what the service shows of one thing from this instant on. */
export interface Revision {
  /** 1, 2, 3, … without holes; its order is commit order and time order. */
  readonly seq: number;
  /** Milliseconds since the epoch, rounded down; never falls with `seq`. */
  readonly recordedAtMs: number;
  readonly entity: LogEntity;
  readonly id: string;
  /** Of a drop or event the wire shape without `updated_at`; null once the thing is archived. */
  readonly body: DropBody | CalendarEventBody | DefinitionBody | ListBody | MomentBody | null;
}
