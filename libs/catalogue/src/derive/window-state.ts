import { type CalendarEvent, CALENDAR_EVENT_STATUSES } from '@droptrack/contracts';
import type { EventDefinition } from '../definition';
import { occursAtMs } from './calendar-event';

/**
 * State of a confirmed window. `unknown`: it has begun, and no end is known for more than {@link OPEN_END_DAYS}, so that nothing
 * shows that it is still open.
 */
type WindowState = 'ahead' | 'open' | 'closed' | 'unknown';

/** Time after the start for which a window without a known end counts as open, in days. */
const OPEN_END_DAYS = 365;
const OPEN_END_MS = OPEN_END_DAYS * 86_400_000;

/** State of a confirmed window at an instant, milliseconds since the epoch. */
export function windowStateAt(
  window: Pick<EventDefinition, 'startsAt' | 'endsAt' | 'precision'>,
  atMs: number,
): WindowState {
  if (window.endsAt !== null && atMs >= Date.parse(window.endsAt)) return 'closed';
  if (atMs < occursAtMs(window)) return 'ahead';
  return atMs >= endsOrLapsesAtMs(window) ? 'unknown' : 'open';
}

/** End of a window; without a known one, the instant from which nothing shows that it is still open. Milliseconds since the epoch. */
export function endsOrLapsesAtMs(window: Pick<EventDefinition, 'startsAt' | 'endsAt' | 'precision'>): number {
  return window.endsAt === null ? occursAtMs(window) + OPEN_END_MS : Date.parse(window.endsAt);
}

/** States of a calendar event for readers: its published status, and that of its window once it has begun. */
export const EVENT_STATES = [...CALENDAR_EVENT_STATUSES, 'open', 'closed', 'unknown'] as const;
export type EventState = (typeof EVENT_STATES)[number];

type PublishedEvent = Pick<CalendarEvent, 'type' | 'starts_at' | 'ends_at' | 'precision' | 'status'>;

/**
 * State of a published calendar event at an instant. A claim is a window, also without a known end; so is every event with an
 * end. Other events are instants, which occur.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function eventStateAt(event: PublishedEvent, atMs: number): EventState {
  const { type, status, starts_at: startsAt, ends_at: endsAt, precision } = event;
  if (status === 'tentative' || status === 'cancelled') return status;
  if (type !== 'claim' && endsAt === null) return status;
  const state = windowStateAt({ startsAt, endsAt, precision }, atMs);
  return state === 'ahead' ? 'confirmed' : state;
}
