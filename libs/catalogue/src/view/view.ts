import { listEntityId, type ListKind, type LogEntity, type Revision } from '../revision';
import { type CalendarTable, emptyCalendarTable, foldCalendar } from './calendar-table';
import type { DropEntry } from './drop-entry';
import { type DropTable, emptyDropTable, foldDrops, isShown } from './drop-table';
import { foldLists, type ListEntry, type ListTable } from './list-table';
import { findById, firstIndex } from './sorted';

/** What the service shows after a revision of the log. Never changes: a fold gives a new one that shares what stayed. */
export class CatalogueView {
  constructor(
    /** The last revision folded; 0 before the first. */
    readonly seq: number,
    /** `recordedAtMs` of the newest revision folded; 0 before the first. */
    readonly newestMs: number,
    readonly drops: DropTable,
    readonly calendar: CalendarTable,
    readonly lists: ListTable,
  ) {}

  /** The drop with this id; null when there never was one. */
  drop(id: string): DropEntry | 'archived' | null {
    const row = findById(this.drops.byId, id);
    return row === null || isShown(row) ? row : 'archived';
  }

  /** The list of a drop that is in force; null without one. */
  list(drop: string, kind: ListKind): ListEntry | null {
    return this.lists.get(listEntityId(drop, kind)) ?? null;
  }
}

/** A revision that is not the next one: folding it would show a state that never was. */
export class RevisionOrderError extends Error {
  override readonly name = 'RevisionOrderError';
  constructor(
    readonly expectedSeq: number,
    readonly seq: number,
  ) {
    super(`Revision ${seq} came where ${expectedSeq} was due`);
  }
}

/** The view of an empty log. */
export const emptyView = new CatalogueView(0, 0, emptyDropTable, emptyCalendarTable, new Map());

/**
 * The view of a log of which only the latest revision of each entity is at hand, as at the start of a process.
 *
 * @param revisions - any order; of several about one thing the latest counts.
 * @param seq - the last revision of the log when they were read; folding goes on after it.
 * @throws {RevisionOrderError} when a revision is later than `seq`.
 */
export function viewOf(revisions: readonly Revision[], seq: number): CatalogueView {
  const beyond = revisions.find((revision) => revision.seq > seq);
  if (beyond !== undefined) throw new RevisionOrderError(seq, beyond.seq);
  return advance(emptyView, revisions, seq);
}

/**
 * The view after the next revisions of the log. How they are batched makes no difference.
 *
 * @returns the same view when there are none.
 * @throws {RevisionOrderError} when they do not follow on `view.seq` one by one.
 */
export function foldRevisions(view: CatalogueView, revisions: readonly Revision[]): CatalogueView {
  if (revisions.length === 0) return view;
  revisions.forEach(({ seq }, index) => {
    const expectedSeq = view.seq + 1 + index;
    if (seq !== expectedSeq) throw new RevisionOrderError(expectedSeq, seq);
  });
  return advance(view, revisions, view.seq + revisions.length);
}

/**
 * Folds those of the next revisions that were recorded by an instant, and gives back the rest.
 *
 * @param untilMs - inclusive, milliseconds since the epoch.
 * @throws {RevisionOrderError} as {@link foldRevisions}.
 */
export function foldUntil(
  view: CatalogueView,
  revisions: readonly Revision[],
  untilMs: number,
): { readonly view: CatalogueView; readonly rest: readonly Revision[] } {
  const end = firstIndex(revisions, ({ recordedAtMs }) => recordedAtMs > untilMs);
  return { view: foldRevisions(view, revisions.slice(0, end)), rest: revisions.slice(end) };
}

function advance(view: CatalogueView, revisions: readonly Revision[], seq: number): CatalogueView {
  const newestMs = revisions.reduce((newest, { recordedAtMs }) => Math.max(newest, recordedAtMs), view.newestMs);
  return new CatalogueView(
    seq,
    newestMs,
    foldDrops(view.drops, latestOf('drop', revisions)),
    foldCalendar(view.calendar, latestOf('calendar_event', revisions)),
    foldLists(view.lists, latestOf('list', revisions)),
  );
}

/** Revisions of `definition` change no view; they only move `seq` on. */
function latestOf(entity: LogEntity, revisions: readonly Revision[]): readonly Revision[] {
  const latest = new Map<string, Revision>();
  for (const revision of revisions) {
    if (revision.entity === entity && revision.seq >= (latest.get(revision.id)?.seq ?? 0))
      latest.set(revision.id, revision);
  }
  return [...latest.values()];
}
