import { type DropBody, presentDrop, type Revision } from '@droptrack/catalogue';
import { HYPE_THRESHOLDS } from '@droptrack/contracts';
import {
  draftOf,
  type EventContent,
  type EventDraft,
  filterMembersOf,
  previousMembers,
  revisionEventId,
} from './event-draft';
import { crossThresholds, activeThresholdsAt } from './hype-thresholds';
import type { DerivedEvents, EventContext } from './event-context';

/** Derives the events of a revision of a drop: created, archived or changed, and crossed thresholds of its hype score. */
export function dropEvents(
  before: Revision | null,
  after: Revision,
  { activeThresholds, thresholds = HYPE_THRESHOLDS }: EventContext,
): DerivedEvents {
  const bodyBefore = (before?.body ?? null) as DropBody | null; // By its entity.
  const body = after.body as DropBody | null; // By its entity.
  if (body === null) return { events: bodyBefore === null ? [] : [archived(bodyBefore, before, after)] };

  const object = presentDrop(body, after.recordedAtMs);
  const draft = (content: Pick<EventContent, 'id' | 'type' | 'object' | 'previous'>): EventDraft =>
    draftOf({ ...content, ...filterMembersOf(body) }, after.seq, after.recordedAtMs);
  if (bodyBefore === null) {
    const created = draft({ id: revisionEventId('drop.created', after), type: 'drop.created', object, previous: {} });
    return { events: [created], activeThresholds: activeThresholdsAt(body.hype_score, thresholds) };
  }

  const previous = previousMembers(presentDrop(bodyBefore, 0), object);
  const type = bodyBefore.status === body.status ? 'drop.updated' : 'drop.status_changed';
  const changed = draft({ id: revisionEventId(type, after), type, object, previous });
  const scores = { before: bodyBefore.hype_score, after: body.hype_score };
  const change = crossThresholds(activeThresholds, scores, thresholds);
  const crossed = change.crossings.map(({ threshold, direction }) =>
    draft({
      id: revisionEventId('hype.threshold_crossed', after, threshold),
      type: 'hype.threshold_crossed',
      object: { ...object, threshold, direction },
      previous,
    }),
  );
  return { events: [changed, ...crossed], activeThresholds: change.activeThresholds };
}

/** Event with the last published state of the drop. */
function archived(body: DropBody, before: Revision | null, after: Revision): EventDraft {
  const type = 'drop.archived';
  const object = presentDrop(body, before?.recordedAtMs ?? after.recordedAtMs);
  const id = revisionEventId(type, after);
  return draftOf({ id, type, object, previous: {}, ...filterMembersOf(body) }, after.seq, after.recordedAtMs);
}
