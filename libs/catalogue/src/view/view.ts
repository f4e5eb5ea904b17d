import { DomainTable, foldDomains } from '../domains/domain-table';
import { isNextSeq } from '../history';
import type { MarketBody } from '../market/market';
import { listEntityId, listGroupId, type ListKind, type LogEntity, type Revision } from '../revision';
import { type CalendarTable, emptyCalendarTable, foldCalendar } from './calendar-table';
import type { DropEntry } from './drop-entry';
import { type DropTable, emptyDropTable, foldDrops, isShown } from './drop-table';
import { foldLists, type ListEntry, type ListTable } from './list-table';
import { foldMarkets, type MarketTable } from './market-table';
import { foldOutcomes, type OutcomeTable } from './outcomes';
import { findById, firstIndex } from './sorted';

const NO_LISTS: readonly ListEntry[] = [];

/** Published state after a revision of the log. Immutable: a fold returns a new view that shares unchanged parts. */
export class CatalogueView {
  constructor(
    /** Sequence number of the last folded revision; 0 before the first. */
    readonly seq: number,
    /** `recordedAtMs` of the last folded revision; 0 before the first. */
    readonly newestMs: number,
    readonly drops: DropTable,
    readonly calendar: CalendarTable,
    readonly lists: ListTable,
    readonly markets: MarketTable,
    readonly outcomes: OutcomeTable,
    readonly domains: DomainTable,
  ) {}

  /** Drop with this id, possibly archived; null for an unknown id. */
  drop(id: string): DropEntry | 'archived' | null {
    const row = findById(this.drops.byId, id);
    return row === null || isShown(row) ? row : 'archived';
  }

  /** Active lists of a drop, the unnamed one first, then by name. */
  listsOf(drop: string, kind: ListKind): readonly ListEntry[] {
    return this.lists.get(listGroupId(listEntityId(drop, kind))) ?? NO_LISTS;
  }

  /**
   * Active list of a drop; null without one.
   *
   * @param name - empty for the unnamed list.
   */
  list(drop: string, kind: ListKind, name = ''): ListEntry | null {
    return this.listsOf(drop, kind).find((list) => (list.name ?? '') === name) ?? null;
  }

  /** Observed prices and forecasts of a drop, which may have expired; null without any. */
  market(drop: string): MarketBody | null {
    return this.markets.get(drop) ?? null;
  }
}

/** Revision out of order: folding it would publish a state that never existed. */
export class RevisionOrderError extends Error {
  override readonly name = 'RevisionOrderError';
  constructor(
    readonly expectedSeq: number,
    readonly seq: number,
  ) {
    super(`Revision ${seq} came where ${expectedSeq} was due`);
  }
}

/** View of an empty log. */
export const emptyView = new CatalogueView(
  0,
  0,
  emptyDropTable,
  emptyCalendarTable,
  new Map(),
  new Map(),
  new Map(),
  new DomainTable(),
);

/**
 * Folds the next revisions of the log into a view. The result does not depend on batches.
 *
 * @returns the same view without revisions.
 * @throws {RevisionOrderError} for revisions that do not continue `view.seq` without a gap.
 */
export function foldRevisions(view: CatalogueView, revisions: readonly Revision[]): CatalogueView {
  if (revisions.length === 0) return view;
  let lastSeq = view.seq;
  for (const { seq } of revisions) {
    if (!isNextSeq(seq, lastSeq)) throw new RevisionOrderError(lastSeq + 1, seq);
    lastSeq = seq;
  }
  return advance(view, revisions, lastSeq);
}

/**
 * Folds the next revisions up to an instant, and returns the remaining ones.
 *
 * @param untilMs - inclusive, milliseconds since the epoch.
 * @throws {RevisionOrderError} the same as {@link foldRevisions}.
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
  const definitions = latestOf('definition', revisions);
  return new CatalogueView(
    seq,
    newestMs,
    foldDrops(view.drops, latestOf('drop', revisions), definitions),
    foldCalendar(view.calendar, latestOf('calendar_event', revisions)),
    foldLists(view.lists, latestOf('list', revisions)),
    foldMarkets(view.markets, latestOf('market', revisions)),
    foldOutcomes(view.outcomes, definitions),
    foldDomains(view.domains, definitions),
  );
}

/** Revisions of other entities do not change the view except `seq`. */
function latestOf(entity: LogEntity, revisions: readonly Revision[]): readonly Revision[] {
  const latest = new Map<string, Revision>();
  for (const revision of revisions) {
    if (revision.entity === entity && revision.seq >= (latest.get(revision.id)?.seq ?? 0))
      latest.set(revision.id, revision);
  }
  return [...latest.values()];
}
