import type { CalendarEventBody, ListBody, MarketBody, ScheduledEventBody, Revision } from '@droptrack/catalogue';
import type { EventDraft } from './event-draft';
import { calendarEvents, scheduledEvents } from './calendar-events';
import { claimEvents } from './claim-events';
import { dropEvents } from './drop-events';
import type { DerivedEvents, EventContext } from './event-context';
import { listEvents } from './list-events';
import type { HypeThresholds } from './hype-thresholds';

/** State of the log before the first revision, for the entities of the next revisions. */
export interface LogState {
  /** Latest revision of each entity. */
  readonly latestRevisions: Iterable<Revision>;
  /** Last revision that publishes a drop, if it is not the latest of that drop. */
  readonly publishedDrops: Iterable<Revision>;
  /** Active thresholds by drop; drops without a record are absent. */
  readonly activeThresholds: Iterable<readonly [dropId: string, activeThresholds: readonly number[]]>;
}

/**
 * Derives events from the revisions of the log, in order. With the same thresholds, the events do not depend on where it
 * starts and how revisions are batched.
 */
export class EventDeriver {
  readonly #latestRevisions = new Map<string, Revision>();
  readonly #publishedDrops = new Map<string, Revision>();
  readonly #activeThresholds: Map<string, readonly number[]>;
  readonly #changedThresholds = new Map<string, readonly number[]>();

  /** @param thresholds - default: the thresholds of the contract. */
  constructor(
    { latestRevisions, publishedDrops, activeThresholds }: LogState,
    private readonly thresholds?: HypeThresholds,
  ) {
    for (const revision of [...publishedDrops, ...latestRevisions]) this.#store(revision);
    this.#activeThresholds = new Map(activeThresholds);
  }

  /** Active thresholds of the drops for which they have changed since the start. */
  get changedThresholds(): ReadonlyMap<string, readonly number[]> {
    return this.#changedThresholds;
  }

  /** Derives the events of the next revision. */
  derive(after: Revision): readonly EventDraft[] {
    const before = this.#latestRevisions.get(entityKey(after)) ?? null;
    this.#store(after);
    const dropId = dropOf(after) ?? (before === null ? null : dropOf(before));
    const activeBefore = this.#activeThresholds.get(dropId ?? '') ?? null;
    const { events, activeThresholds } = eventsOf(before, after, {
      drop: this.#publishedDrops.get(dropId ?? '') ?? null,
      activeThresholds: activeBefore,
      ...(this.thresholds !== undefined && { thresholds: this.thresholds }),
    });
    if (dropId !== null && activeThresholds !== undefined && String(activeThresholds) !== String(activeBefore)) {
      this.#activeThresholds.set(dropId, activeThresholds);
      this.#changedThresholds.set(dropId, activeThresholds);
    }
    return events;
  }

  #store(revision: Revision): void {
    // A scheduled event has a single revision, and inputs have no events.
    if (revision.entity === 'moment' || isInput(revision.entity)) return;
    this.#latestRevisions.set(entityKey(revision), revision);
    if (revision.entity === 'drop' && revision.body !== null) this.#publishedDrops.set(revision.id, revision);
  }
}

/** True for inputs of figures, about which clients are notified. */
const isInput = (entity: Revision['entity']): boolean => entity === 'definition';

const entityKey = ({ entity, id }: Revision): string => `${entity}/${id}`;

/** Drop of a revision; null for an archival, which does not contain it, and for entities without a drop. */
export function dropOf({ entity, id, body }: Revision): string | null {
  if (entity === 'drop') return id;
  if (body === null || isInput(entity)) return null;
  if (entity === 'moment') return (body as ScheduledEventBody).event.drop; // By its entity.
  return (body as CalendarEventBody | ListBody | MarketBody).drop; // By its entity.
}

/**
 * Derives the events of a revision. Pure: the same log and thresholds always result in the same events, byte for byte.
 *
 * @param before - previous revision of the same entity; null for the first.
 */
function eventsOf(before: Revision | null, after: Revision, context: EventContext): DerivedEvents {
  switch (after.entity) {
    case 'drop':
      return dropEvents(before, after, context);
    case 'calendar_event':
      return calendarEvents(before, after, context);
    case 'moment':
      return scheduledEvents(after, context);
    case 'list':
      return listEvents(before, after, context);
    case 'market':
      return claimEvents(before, after, context);
    case 'definition':
      return { events: [] };
  }
}
