import type { CalendarEventBody, ListBody, MomentBody, Revision } from '@droptrack/catalogue';
import type { EventDraft } from './event-draft';
import { eventsOf } from './events-of';
import type { HypeThresholds } from './hype-levels';

/** What is known of the log before the first revision that is told: of the things that the next ones are about. */
export interface KnownLog {
  /** The latest revision of each. */
  readonly latest: Iterable<Revision>;
  /** Of each drop the last revision that shows it, where that is not the latest. */
  readonly shownDrops: Iterable<Revision>;
  /** By drop, the thresholds of the hype score that it stands above; drops of which nobody has noted them are absent. */
  readonly held: Iterable<readonly [dropId: string, held: readonly number[]]>;
}

/** Reads the log in its order and tells its events; with the same thresholds it makes no difference where it begins and pauses. */
export class EventTeller {
  readonly #latest = new Map<string, Revision>();
  readonly #shownDrops = new Map<string, Revision>();
  readonly #held: Map<string, readonly number[]>;
  readonly #changedHeld = new Map<string, readonly number[]>();

  /** @param thresholds - those of the contract when not given. */
  constructor(
    { latest, shownDrops, held }: KnownLog,
    private readonly thresholds?: HypeThresholds,
  ) {
    for (const revision of [...shownDrops, ...latest]) this.#note(revision);
    this.#held = new Map(held);
  }

  /** Thresholds that drops stand above now, where they have changed since the beginning. */
  get changedHeld(): ReadonlyMap<string, readonly number[]> {
    return this.#changedHeld;
  }

  /** The events of the next revision. */
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
    // A moment is never followed by another of its id, and a definition tells nothing.
    if (revision.entity === 'moment' || revision.entity === 'definition') return;
    this.#latest.set(keyOf(revision), revision);
    if (revision.entity === 'drop' && revision.body !== null) this.#shownDrops.set(revision.id, revision);
  }
}

const keyOf = ({ entity, id }: Revision): string => `${entity}/${id}`;

/** The drop that a revision is about; null where only what was there before says it, or where there is none. */
export function aboutDrop({ entity, id, body }: Revision): string | null {
  if (entity === 'drop') return id;
  if (body === null || entity === 'definition') return null;
  if (entity === 'moment') return (body as MomentBody).event.drop; // By its entity.
  return (body as CalendarEventBody | ListBody).drop; // By its entity.
}
