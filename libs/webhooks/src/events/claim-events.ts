import { type MarketBody, reachedThresholds, type Revision } from '@droptrack/catalogue';
import type { ClaimsProgress } from '@droptrack/contracts';
import { draftOf, type EventContent, eventId, filterMembersFor, revisionEventId } from './event-draft';
import type { DerivedEvents, EventContext } from './event-context';

/** Share claimed, in the members of the event. */
type Share = Pick<ClaimsProgress, 'claimed_share' | 'claimed_at'>;

/**
 * Derives the events of a revision of observations: one for each share claimed that a drop has reached, and one for the end of its
 * claims. The first share that is known causes none: its claims may be years old.
 */
export function claimEvents(before: Revision | null, after: Revision, { drop }: EventContext): DerivedEvents {
  const former = before?.body as MarketBody | null | undefined; // By its entity.
  const body = after.body as MarketBody | null; // By its entity.
  const [share, formerShare] = [shareOf(body), shareOf(former)];
  if (body === null || share === null || formerShare === null) return { events: [] };
  const known = reachedThresholds(formerShare.claimed_share);
  const thresholds = reachedThresholds(share.claimed_share).filter((threshold) => !known.includes(threshold));
  const eventOf = (id: string, progress: Omit<ClaimsProgress, 'drop' | keyof Share>) => {
    const object: ClaimsProgress = { drop: body.drop, ...progress, ...share };
    const content: Omit<EventContent, 'dropId' | 'chain' | 'hype'> = { id, type: TYPE, object, previous: formerShare };
    return draftOf({ ...content, ...filterMembersFor(body.drop, drop) }, after.seq, after.recordedAtMs);
  };
  const events = thresholds.map((threshold) =>
    eventOf(revisionEventId(TYPE, after, threshold), { threshold, ended_at: null, left_at_end: null }),
  );
  const end = body.claims_end?.value;
  if (end === undefined || end.ends_at === former?.claims_end?.value.ends_at) return { events };
  // The id depends only on drop and end, so that corrections do not repeat it.
  const ended = { threshold: null, ended_at: end.ends_at, left_at_end: end.left_at_end };
  return { events: [...events, eventOf(eventId(TYPE, body.drop, end.ends_at), ended)] };
}

const TYPE = 'drop.claims_progress';

function shareOf(body: MarketBody | null | undefined): Share | null {
  const share = body?.claimed_share;
  return share === undefined ? null : { claimed_share: share.value, claimed_at: share.observed_at };
}
