import type { CalendarEventBody, MomentBody, MomentKind, Revision } from '@droptrack/catalogue';
import { momentEntityId, presentCalendarEvent } from '@droptrack/catalogue';
import { type Change, LOG_START_MS, logOf } from '@droptrack/catalogue/testing';
import type { WebhookEnvelope } from '@droptrack/contracts';
import type { EventDraft } from './event-draft';
import { EventTeller, type KnownLog } from './event-teller';

export const NOTHING_KNOWN: KnownLog = { latest: [], shownDrops: [], held: [] };

/** Derives the events of a whole log. */
export function eventsOfLog(log: readonly Revision[]): EventDraft[] {
  const teller = new EventTeller(NOTHING_KNOWN);
  return log.flatMap((revision) => [...teller.tell(revision)]);
}

/** Bodies of the events of the last change. */
export function bodiesOfLast(...changes: readonly Change[]): WebhookEnvelope[] {
  return eventsOfLog(logOf(changes))
    .filter(({ seq }) => seq === changes.length)
    .map(({ body }) => JSON.parse(body) as WebhookEnvelope);
}

/** Time of the n-th revision of a test log, RFC 3339. */
export const recordedAt = (seq: number): string => new Date(LOG_START_MS + seq * 1_000).toISOString();

/** Scheduled event of a calendar event that the n-th revision of a test log publishes. */
export function momentChange(kind: MomentKind, body: CalendarEventBody, shownBySeq: number): Change {
  const at = kind === 'ended' ? body.ends_at! : body.starts_at;
  const event = presentCalendarEvent(body, Date.parse(recordedAt(shownBySeq)));
  const moment: MomentBody = { kind, event };
  return { entity: 'moment', id: momentEntityId(body.id, kind, Date.parse(at)), body: moment };
}
