import { eventStateAt, FINE_PERIODS_MS, isDayOrFiner, occursAtMs } from '@droptrack/catalogue';
import type { CalendarEvent } from '@droptrack/contracts';

/** An event with the instant that matters next: its start, or the end of a window that is open. */
export interface DatedEvent {
  readonly event: CalendarEvent;
  readonly part: 'start' | 'end';
  readonly atMs: number;
}

type Start = Pick<CalendarEvent, 'starts_at' | 'precision'>;

/** Time at which a confirmed event occurs: its start, or the end of a period longer than a day. */
const occursMs = ({ starts_at: startsAt, precision }: Start): number => occursAtMs({ startsAt, precision });

/** End of the period in which an event starts, exclusive, in milliseconds since the epoch. */
export const periodEndMs = (event: Start): number => occursMs(event) + (FINE_PERIODS_MS[event.precision] ?? 0);

/** True for a start with a known day. */
export const hasDay = ({ precision }: Pick<CalendarEvent, 'precision'>): boolean => isDayOrFiner(precision);

/** True for a window that has opened, as confirmed by its status, and has a known end that lies ahead. */
export const isOpen = (event: CalendarEvent, nowMs: number): boolean =>
  event.ends_at !== null && eventStateAt(event, nowMs) === 'open';

/** True for an event whose start may lie ahead: the period of its start has not ended. */
const isAhead = (event: CalendarEvent, nowMs: number): boolean =>
  (event.status === 'tentative' || event.status === 'confirmed') && periodEndMs(event) > nowMs;

/** Windows that are open, the first to close first. */
export const closingNext = (events: readonly CalendarEvent[], nowMs: number): DatedEvent[] =>
  events
    .filter((event) => isOpen(event, nowMs))
    .map((event) => ({ event, part: 'end' as const, atMs: Date.parse(event.ends_at ?? '') }))
    .sort((a, b) => a.atMs - b.atMs);

/** Events that have not started, the first to start first. Of a period longer than a day, its end counts. */
export const startingNext = (events: readonly CalendarEvent[], nowMs: number): DatedEvent[] =>
  events
    .filter((event) => isAhead(event, nowMs) && !isOpen(event, nowMs))
    .map((event) => ({ event, part: 'start' as const, atMs: sortInstant(event, nowMs) }))
    .sort((a, b) => a.atMs - b.atMs);

const sortInstant = (event: CalendarEvent, nowMs: number): number => {
  const startMs = Date.parse(event.starts_at);
  return startMs > nowMs && hasDay(event) ? startMs : periodEndMs(event);
};

/** The next start or end of some events; null without any. */
export function nextOf(events: readonly CalendarEvent[], nowMs: number): DatedEvent | null {
  const [closing, starting] = [closingNext(events, nowMs)[0], startingNext(events, nowMs)[0]];
  if (closing === undefined || starting === undefined) return closing ?? starting ?? null;
  return closing.atMs <= starting.atMs ? closing : starting;
}
