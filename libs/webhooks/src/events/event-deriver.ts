import type { CalendarEventBody, ListBody, MomentBody, Revision } from '@droptrack/catalogue';
import type { EventDraft } from './event-draft';
import { eventsOf } from './events-of';
import type { HypeThresholds } from './hype-levels';

/** State of the log before the first revision, for the entities of the next revisions. */
export interface KnownLog {
  /** Latest revision of each entity. */
  readonly latest: Iterable<Revision>;
  /** Last revision that publishes a drop, if it is not the latest of that drop. */
  readonly shownDrops: Iterable<Revision>;
  /** Active thresholds by drop; drops without a record are absent. */
  readonly held: Iterable<readonly [dropId: string, held: readonly number[]]>;
}

/**
 * Derives events from the revisions of the log, in order. With the same thresholds, the events do not depend on where it
 * starts and how revisions are batched.
 */
export class EventTeller {
  readonly #latest = new Map<string, Revision>();
  readonly #shownDrops = new Map<string, Revision>();
  readonly #held: Map<string, readonly number[]>;
  readonly #changedHeld = new Map<string, readonly number[]>();

  /** @param thresholds - default: the thresholds of the contract. */
  constructor(
    { latest, shownDrops, held }: KnownLog,
    private readonly thresholds?: HypeThresholds,
  ) {
    for (const revision of [...shownDrops, ...latest]) this.#note(revision);
    this.#held = new Map(held);
  }

  /** Active thresholds of the drops for which they have changed since the start. */
  get changedHeld(): ReadonlyMap<string, readonly number[]> {
    return this.#changedHeld;
  }

  /** Derives the events of the next revision. */
  tell(after: Revision): readonly EventDraft[] {
    const before = this.#latest.get(keyOf(after)) ?? null;
    this.#note(after);
    const dropId = aboutDrop(after) ?? (before === null ? null : aboutDrop(before));
    const heldBefore = this.#held.get(dropId ?? '') ?? null;
    const { events, held } = eventsOf(before, after, {
      drop: this.#shownDrops.get(dropId ?? '') ?? null,
      held: heldBefore,
      ...(this.thresholds !== undefined && { thresholds: this.thresholds }),
    });
    if (dropId !== null && held !== undefined && String(held) !== String(heldBefore)) {
      this.#held.set(dropId, held);
      this.#changedHeld.set(dropId, held);
    }
    return events;
  }

  #note(revision: Revision): void {
    // A scheduled event has a single revision, and a definition has no events.
    if (revision.entity === 'moment' || revision.entity === 'definition') return;
    this.#latest.set(keyOf(revision), revision);
    if (revision.entity === 'drop' && revision.body !== null) this.#shownDrops.set(revision.id, revision);
  }
}

const keyOf = ({ entity, id }: Revision): string => `${entity}/${id}`;

/** Drop of a revision; null for an archival, which does not contain it, and for entities without a drop. */
export function aboutDrop({ entity, id, body }: Revision): string | null {
  if (entity === 'drop') return id;
  if (body === null || entity === 'definition') return null;
  if (entity === 'moment') return (body as MomentBody).event.drop; // By its entity.
  return (body as CalendarEventBody | ListBody).drop; // By its entity.
}
