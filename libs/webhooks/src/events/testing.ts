import type { CalendarEventBody, ScheduledEventBody, ScheduledEventKind, Revision } from '@droptrack/catalogue';
import { scheduledEventEntityId, presentCalendarEvent } from '@droptrack/catalogue';
import { type Change, LOG_START_MS, logOf } from '@droptrack/catalogue/testing';
import type { WebhookEnvelope } from '@droptrack/contracts';
import type { EventDraft } from './event-draft';
import { EventDeriver, type LogState } from './event-deriver';

export const EMPTY_LOG: LogState = { latestRevisions: [], publishedDrops: [], activeThresholds: [] };

/** Derives the events of a whole log. */
export function eventsOfLog(log: readonly Revision[]): EventDraft[] {
  const deriver = new EventDeriver(EMPTY_LOG);
  return log.flatMap((revision) => [...deriver.derive(revision)]);
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
export function scheduledEventChange(kind: ScheduledEventKind, body: CalendarEventBody, shownBySeq: number): Change {
  const at = kind === 'ended' ? body.ends_at! : body.starts_at;
  const event = presentCalendarEvent(body, Date.parse(recordedAt(shownBySeq)));
  const scheduled: ScheduledEventBody = { kind, event };
  return { entity: 'moment', id: scheduledEventEntityId(body.id, kind, Date.parse(at)), body: scheduled };
}
