import { DomainTable, foldDomains } from '../domains/domain-table';
import type { Revision } from '../revision';
import { type CalendarEntry, makeCalendarEntry } from './calendar-entry';
import { calendarTableOf } from './calendar-table';
import { type ArchivedDrop, type DropEntry, makeDropEntry } from './drop-entry';
import { emptyDropTable, foldDropRows } from './drop-table';
import { foldLists } from './list-table';
import { foldMarkets } from './market-table';
import { foldOutcomes } from './outcomes';
import { CatalogueView, RevisionOrderError } from './view';

/**
 * Builds a view from the latest revision of each entity, at the start of a process. Bodies of drops and events are released
 * once their rows are made, so that memory does not hold a whole catalogue twice.
 */
export class ViewBuilder {
  // The rows are made here only, so they are not remembered by their revisions.
  private readonly drops = new LatestRows<DropEntry | ArchivedDrop>(makeDropEntry);
  private readonly events = new LatestRows<CalendarEntry | null>(makeCalendarEntry);
  private readonly definitions = new LatestRows(itself);
  private readonly lists = new LatestRows(itself);
  private readonly markets = new LatestRows(itself);
  private lastSeq = 0;
  private newestMs = 0;

  /** Adds revisions in any order and any batches; the latest of several revisions of an entity is used. */
  add(revisions: readonly Revision[]): void {
    for (const revision of revisions) {
      this.lastSeq = Math.max(this.lastSeq, revision.seq);
      this.newestMs = Math.max(this.newestMs, revision.recordedAtMs);
      this.rowsOf(revision)?.add(revision);
    }
  }

  /**
   * The view of all revisions that were added.
   *
   * @param seq - last sequence number of the log when they were read; folding continues after it.
   * @throws {RevisionOrderError} if a revision after `seq` was added.
   */
  view(seq: number): CatalogueView {
    if (this.lastSeq > seq) throw new RevisionOrderError(seq, this.lastSeq);
    const definitions = this.definitions.all();
    return new CatalogueView(
      seq,
      this.newestMs,
      foldDropRows(emptyDropTable, this.drops.all(), definitions),
      calendarTableOf(this.events.all().filter((row) => row !== null)),
      foldLists(new Map(), this.lists.all()),
      foldMarkets(new Map(), this.markets.all()),
      foldOutcomes(new Map(), definitions),
      foldDomains(new DomainTable(), definitions),
    );
  }

  /** Null for an entity that a view does not contain. */
  private rowsOf({ entity }: Revision): LatestRows<unknown> | null {
    switch (entity) {
      case 'drop':
        return this.drops;
      case 'calendar_event':
        return this.events;
      case 'definition':
        return this.definitions;
      case 'list':
        return this.lists;
      case 'market':
        return this.markets;
      default:
        return null;
    }
  }
}

const itself = (revision: Revision): Revision => revision;

/** Rows of one kind of entity, each made of the latest revision of its id. */
class LatestRows<T> {
  private readonly known = new Map<string, { readonly seq: number; readonly row: T }>();

  constructor(private readonly rowOf: (revision: Revision) => T) {}

  add(revision: Revision): void {
    const { id, seq } = revision;
    if (seq >= (this.known.get(id)?.seq ?? 0)) this.known.set(id, { seq, row: this.rowOf(revision) });
  }

  all(): T[] {
    return Array.from(this.known.values(), ({ row }) => row);
  }
}

/** View of the latest revisions of a log in one batch, see {@link ViewBuilder}. */
export function viewOf(revisions: readonly Revision[], seq: number): CatalogueView {
  const builder = new ViewBuilder();
  builder.add(revisions);
  return builder.view(seq);
}
