import type { CalendarEventBody, MomentBody, MomentKind, Revision } from '@droptrack/catalogue';
import { momentEntityId, presentCalendarEvent } from '@droptrack/catalogue';
import { type Change, LOG_START_MS, logOf } from '@droptrack/catalogue/testing';
import type { WebhookEnvelope } from '@droptrack/contracts';
import type { EventDraft } from './event-draft';
import { EventTeller, type KnownLog } from './event-teller';

export const NOTHING_KNOWN: KnownLog = { latest: [], shownDrops: [], held: [] };

/** All events of a log that is read from its beginning. */
export function eventsOfLog(log: readonly Revision[]): EventDraft[] {
  const teller = new EventTeller(NOTHING_KNOWN);
  return log.flatMap((revision) => [...teller.tell(revision)]);
}

/** The events of the last of some changes, as receivers get them. */
export function told(...changes: readonly Change[]): WebhookEnvelope[] {
  return eventsOfLog(logOf(changes))
    .filter(({ seq }) => seq === changes.length)
    .map(({ body }) => JSON.parse(body) as WebhookEnvelope);
}

/** When the n-th revision of a test log was recorded, as the wire has it. */
export const recordedAt = (seq: number): string => new Date(LOG_START_MS + seq * 1_000).toISOString();

/** A moment of an event that the n-th revision of a test log shows. */
export function momentChange(kind: MomentKind, body: CalendarEventBody, shownBySeq: number): Change {
  const at = kind === 'ended' ? body.ends_at! : body.starts_at;
  const event = presentCalendarEvent(body, Date.parse(recordedAt(shownBySeq)));
  const moment: MomentBody = { kind, event };
  return { entity: 'moment', id: momentEntityId(body.id, kind, Date.parse(at)), body: moment };
}
