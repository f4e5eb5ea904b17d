import {
  type CalendarEventBody,
  type DefinitionBody,
  deriveCalendarEvent,
  deriveClaim,
  type DropBody,
  type DropDefinition,
  dropStatusAt,
  eventInstantsBetween,
  type MarketBody,
  type Revision,
} from '@droptrack/catalogue';
import { DROP_STATUSES } from '@droptrack/contracts';
import type { RevisionCause, RevisionDraft } from '../log/append';
import { canonicalJson } from './difference';
import type { StoredEvent } from './drop.repository';

type Body = Revision['body'] | undefined;

/** Latest bodies of drops and events in the log, by id; null for archived ones. */
export interface VisibleBodies {
  readonly drop: ReadonlyMap<string, Revision['body']>;
  readonly calendar_event: ReadonlyMap<string, Revision['body']>;
}

/** A drop with its calendar. */
export interface MovingDrop {
  readonly definition: DropDefinition;
  /** All events of the drop, including those that are no longer declared. */
  readonly events: Iterable<StoredEvent>;
  /** Instant up to which the log contains the changes of its calendar, milliseconds since the epoch. */
  readonly movedUntilMs: number;
}

/**
 * Revisions of one transaction: only those that differ from the log, or from the drafts before them. Changes of calendars
 * come first, in the order of their instants over all drops; then definitions, observations, drops and events.
 */
export class Drafts {
  readonly #moves: { readonly atMs: number; readonly draft: RevisionDraft }[] = [];
  readonly #definitions: RevisionDraft[] = [];
  readonly #markets: RevisionDraft[] = [];
  readonly #drops: RevisionDraft[] = [];
  readonly #events: RevisionDraft[] = [];
  readonly #drafted = new Map<string, Revision['body']>();
  constructor(private readonly visible: VisibleBodies) {}

  addDefinition(id: string, body: DefinitionBody | null): void {
    this.#definitions.push({ entity: 'definition', id, body, cause: 'catalogue' });
  }

  addMarket(id: string, body: MarketBody): void {
    this.#markets.push({ entity: 'market', id, body, cause: 'market' });
  }

  addDrop(id: string, body: DropBody | null, cause: RevisionCause): void {
    this.#add(this.#drops, { entity: 'drop', id, body, cause }, isEarlierStatus);
  }

  addEvent(id: string, body: CalendarEventBody | null, cause: RevisionCause): void {
    this.#add(this.#events, { entity: 'calendar_event', id, body, cause }, isNoLongerOccurred);
  }

  /** Adds the events of a drop as of an instant, which reverts changes that a fast clock made too early. */
  addEventsAt({ definition, events }: Pick<MovingDrop, 'definition' | 'events'>, atMs: number): void {
    for (const event of events) {
      this.addEvent(event.id, deriveCalendarEvent(definition, event.definition, event, atMs), 'calendar');
    }
  }

  /**
   * Adds the changes that the calendar of a drop causes up to an instant, date by date: the events that occur, and the
   * status that follows. A worker that was down for a day appends the same revisions as one that was not.
   *
   * @returns false when no date of the calendar has passed.
   */
  addMoves({ definition, events, movedUntilMs }: MovingDrop, untilMs: number): boolean {
    const dates = eventInstantsBetween(definition, movedUntilMs, untilMs);
    for (const atMs of dates) {
      for (const event of events) {
        this.#addMove(atMs, 'calendar_event', event.id, deriveCalendarEvent(definition, event.definition, event, atMs));
      }
      const drop = this.visibleDrop(definition.id);
      if (drop !== null) {
        const moved = { status: dropStatusAt(definition, atMs), claim: deriveClaim(definition, atMs) };
        this.#addMove(atMs, 'drop', definition.id, { ...drop, ...moved });
      }
    }
    return dates.length > 0;
  }

  /** Body of a drop after these drafts; null when it is archived or new. */
  visibleDrop(id: string): DropBody | null {
    return (this.#bodyOf('drop', id) ?? null) as DropBody | null; // By its entity.
  }

  inOrder(): RevisionDraft[] {
    const moves = [...this.#moves].sort((a, b) => a.atMs - b.atMs).map(({ draft }) => draft);
    return [...moves, ...this.#definitions, ...this.#markets, ...this.#drops, ...this.#events];
  }

  #addMove(atMs: number, entity: 'drop' | 'calendar_event', id: string, body: DropBody | CalendarEventBody): void {
    const drafts: RevisionDraft[] = [];
    this.#add(drafts, { entity, id, body, cause: 'calendar' }, () => false);
    this.#moves.push(...drafts.map((draft) => ({ atMs, draft })));
  }

  #add(to: RevisionDraft[], draft: RevisionDraft, isCorrection: (before: Body, body: Body) => boolean): void {
    const entity = draft.entity as keyof VisibleBodies;
    const before = this.#bodyOf(entity, draft.id);
    if (canonicalJson(before ?? null) === canonicalJson(draft.body)) return;
    this.#drafted.set(`${entity}/${draft.id}`, draft.body);
    to.push(isCorrection(before, draft.body) ? { ...draft, cause: 'correction' } : draft);
  }

  #bodyOf(entity: keyof VisibleBodies, id: string): Body {
    const key = `${entity}/${id}`;
    return this.#drafted.has(key) ? this.#drafted.get(key) : this.visible[entity].get(id);
  }
}

/** The status of a drop only advances by itself: `upcoming`, `live`, `tge`. */
function isEarlierStatus(before: Body, body: Body): boolean {
  if (!before || !body || !('status' in before) || !('status' in body)) return false;
  const rank = (status: string) => DROP_STATUSES.findIndex((each) => each === status);
  return rank(body.status) < rank(before.status);
}

/** An event that has occurred stays so, unless the past is corrected. */
function isNoLongerOccurred(before: Body, body: Body): boolean {
  return Boolean(
    before &&
    'status' in before &&
    before.status === 'occurred' &&
    body &&
    'status' in body &&
    body.status !== 'occurred',
  );
}
