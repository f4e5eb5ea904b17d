import type { ListBody, Revision } from '@droptrack/catalogue';
import type { PublishedList } from '@droptrack/contracts';
import { draftOf, filterMembersFor, previousMembers, revisionEventId } from './event-draft';
import type { DerivedEvents, EventContext } from './event-context';

/** Derives the events of a revision of a list: published, for an allocation list with other rows. */
export function listEvents(before: Revision | null, after: Revision, { drop }: EventContext): DerivedEvents {
  const bodyBefore = (before?.body ?? null) as ListBody | null; // By its entity.
  const body = after.body as ListBody | null; // By its entity.
  if (body === null || body.kind !== 'allocation' || body.list_id === bodyBefore?.list_id) return { events: [] };

  const type = 'eligibility.list_published';
  const object = presentList(body);
  const previous = bodyBefore === null ? {} : previousMembers(presentList(bodyBefore), object);
  const content = { id: revisionEventId(type, after), type, object, previous } as const;
  return {
    events: [draftOf({ ...content, ...filterMembersFor(body.drop, drop) }, after.seq, after.recordedAtMs)],
  };
}

/** Selects the published members, in the order of the contract. */
function presentList({ drop, name, version, wallets, total, sha256 }: ListBody): PublishedList {
  return { drop, ...(name !== undefined && { list: name }), version, wallets, total, sha256 };
}
