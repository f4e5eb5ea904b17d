import { type MarketBody, reachedThresholds, type Revision } from '@droptrack/catalogue';
import type { ClaimsProgress } from '@droptrack/contracts';
import { draftOf, filterMembersFor, revisionEventId } from './event-draft';
import type { DerivedEvents, EventContext } from './event-context';

/**
 * Derives the events of a revision of observations: one for each share claimed that a drop has reached. The first share that is known
 * causes none: its claims may be years old.
 */
export function claimEvents(before: Revision | null, after: Revision, { drop }: EventContext): DerivedEvents {
  const former = (before?.body as MarketBody | null | undefined)?.claimed_share; // By its entity.
  const body = after.body as MarketBody | null; // By its entity.
  if (body?.claimed_share === undefined || former === undefined) return { events: [] };
  const type = 'drop.claims_progress';
  const { value, observed_at: claimedAt } = body.claimed_share;
  const known = reachedThresholds(former.value);
  return {
    events: reachedThresholds(value)
      .filter((threshold) => !known.includes(threshold))
      .map((threshold) => {
        const object: ClaimsProgress = { drop: body.drop, threshold, claimed_share: value, claimed_at: claimedAt };
        const previous = { claimed_share: former.value, claimed_at: former.observed_at };
        const content = { id: revisionEventId(type, after, threshold), type, object, previous } as const;
        return draftOf({ ...content, ...filterMembersFor(body.drop, drop) }, after.seq, after.recordedAtMs);
      }),
  };
}
