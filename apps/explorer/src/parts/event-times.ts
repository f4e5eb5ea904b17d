import type { CalendarEvent, CalendarPrecision } from '@droptrack/contracts';

const DAY_MS = 86_400_000;

/** An event with the instant that matters next: its start, or the end of a window that is open. */
export interface DatedEvent {
  readonly event: CalendarEvent;
  readonly part: 'start' | 'end';
  readonly atMs: number;
}

/** End of the period in which an event starts, exclusive, in milliseconds since the epoch. */
export function periodEndMs({
  starts_at: startsAt,
  precision,
}: Pick<CalendarEvent, 'starts_at' | 'precision'>): number {
  const start = new Date(startsAt);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const lengths: Readonly<Record<CalendarPrecision, number>> = {
    second: start.getTime() + 1_000,
    minute: start.getTime() + 60_000,
    hour: start.getTime() + 3_600_000,
    day: start.getTime() + DAY_MS,
    week: start.getTime() + 7 * DAY_MS,
    month: Date.UTC(year, month + 1),
    quarter: Date.UTC(year, month + 3),
    year: Date.UTC(year + 1, 0),
  };
  return lengths[precision];
}

/** True for precisions that name a day. */
export const hasDay = ({ precision }: Pick<CalendarEvent, 'precision'>): boolean =>
  precision === 'second' || precision === 'minute' || precision === 'hour' || precision === 'day';

/** True for a window that has opened, as confirmed by its status, and has a known end that lies ahead. */
export const isOpen = ({ status, starts_at: startsAt, ends_at: endsAt }: CalendarEvent, nowMs: number): boolean =>
  (status === 'occurred' || status === 'confirmed') &&
  Date.parse(startsAt) <= nowMs &&
  endsAt !== null &&
  nowMs < Date.parse(endsAt);

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
