import type { CalendarEvent, Drop, DropDistribution, ProofFormat } from '@droptrack/contracts';
import type { PublishedAllocations } from '@droptrack/scoring';
import type { DropDefinition } from './definition';
import type { MarketBody } from './market/market';

/**
 * Entities of the log. A `definition` contains the declared inputs of a drop's figures, and a `market` the observed ones;
 * explanations publish both. A `moment` is a scheduled event, which is caused by the clock and is part of no view.
 */
export type LogEntity = 'drop' | 'calendar_event' | 'list' | 'definition' | 'market' | 'moment';

/** Facts in the row of a drop: its token, dates and amounts. */
export type RowFacts = Pick<Drop, 'chain_id' | 'symbol' | 'token' | 'launch_at' | 'claim' | 'tokens' | 'wallets'>;

/** Drop in the log. `updated_at` is the time of the revision, not part of the body. Row facts are absent in older rows. */
export interface DropBody
  extends Omit<Drop, 'updated_at' | 'hype_confidence' | 'ev_usd' | 'distribution' | keyof RowFacts>, Partial<RowFacts> {
  /** Absent in older rows. */
  readonly hype_confidence?: number | null;
  /** Without a basis in older rows. */
  readonly ev_usd: Omit<Drop['ev_usd'], 'basis'> & Partial<Pick<Drop['ev_usd'], 'basis'>>;
  /** Absent while nothing of it is known, so that rows from before it stay equal to new ones. */
  readonly distribution?: DropDistribution;
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
export type ListKind = 'allocation' | 'exclusion';

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
  /** True for a list that was loaded as a part of the published one; absent for a whole one. */
  readonly part?: boolean;
  /** Id of its rows in the database. */
  readonly list_id: number;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string; `0` for an exclusion list. */
  readonly total: string;
  readonly decimals: number | null;
  /**
   * Figures by token, for a list that states the token of each amount; absent for a list of the token of the drop. Then `total` is
   * that of the token of the drop, see {@link ownTokenOf}.
   */
  readonly tokens?: readonly TokenFigures[];
  /** Number of rows of its files that had errors and were left out on demand; absent for none. */
  readonly left_out?: number;
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

/** Figures of one token in a list of several. */
export interface TokenFigures {
  /** Address, in its usual form. */
  readonly token: string;
  /** Distinct wallets. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
}

/**
 * Address among the tokens of a list that is the token of the drop: the one that its CAIP-19 id contains, and the only one while
 * that id is unknown. Null for none.
 *
 * @param id - CAIP-19 id of the token of the drop, or its address; null while unknown.
 */
export function ownTokenOf(tokens: readonly string[], id: string | null): string | null {
  if (id === null) return tokens.length === 1 ? (tokens[0] ?? null) : null;
  // Hex digits have no case of their own, base58 has.
  const address = id.slice(id.lastIndexOf(':') + 1);
  const isSame = (token: string): boolean =>
    token === address || (token.startsWith('0x') && token.toLowerCase() === address.toLowerCase());
  return tokens.find(isSame) ?? null;
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
interface ListTreeBody {
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
export type ScheduledEventKind = 'starting_soon' | 'ended';

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

/**
 * Converts a stored body to its current form. Older rows of drops without a reading have the prior as their score, which
 * becomes null. Every reader of the log applies it, as rows are never rewritten.
 *
 * @see docs/decisions/0074-unmeasured-is-null.md
 */
export function upcastBody(body: Revision['body']): Revision['body'] {
  const isUnmeasured = body !== null && 'hype_confidence' in body && body.hype_confidence === 0;
  return isUnmeasured ? { ...body, hype_score: null, hype_delta_7d: null } : body;
}
