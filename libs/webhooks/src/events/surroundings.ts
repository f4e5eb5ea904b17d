import type { DropBody, Revision } from '@droptrack/catalogue';
import type { EventDraft } from './event-draft';
import type { HypeThresholds } from './hype-levels';

/** What else of the log the events of a revision depend on. */
export interface EventSurroundings {
  /** The last revision up to this one that shows the drop that it is about; null where it was never shown. */
  readonly drop: Revision | null;
  /** Thresholds that the drop stood above before; null where nobody has noted them. */
  readonly held: readonly number[] | null;
  /** 50, 70 and 85, 5 points lower on the way down, when not given. */
  readonly thresholds?: HypeThresholds;
}

/** What a revision tells. */
export interface ToldRevision {
  readonly events: readonly EventDraft[];
  /** Thresholds that the drop stands above from here on; absent where the revision says nothing of them. */
  readonly held?: readonly number[];
}

/** What filters see of a drop. */
export type FilteredBy = Pick<EventDraft, 'dropId' | 'chain' | 'hype'>;

/** What filters see of the drop that something else is about. */
export function filteredByDrop(dropId: string, drop: Revision | null, chain: string | null = null): FilteredBy {
  const body = (drop?.body ?? null) as DropBody | null; // By what surroundings are.
  return { dropId, chain: body?.chain ?? chain, hype: body?.hype_score ?? null };
}

/** What filters see of a drop as it is shown. */
export function filteredBy({ id, chain, hype_score }: DropBody): FilteredBy {
  return { dropId: id, chain, hype: hype_score };
}
