import type { CalendarEvent, ListCalendarQuery } from '@droptrack/contracts';
import { ApiError } from '@droptrack/sdk';
import type { ApiSession } from '../../api/api-session';
import { type CalendarState, isShown } from './calendar-state';
import { isOpen, periodEndMs } from '../../parts/event-times';
import { type LoadedEvents, loadEvents } from '../../api/load-events';
import { monthEndMs, monthStartMs, quarterStartMs, utcDay } from '../../parts/months';

const DAY_MS = 86_400_000;

/** Events of a calendar. */
export interface LoadedCalendar extends LoadedEvents {
  readonly state: CalendarState;
  /** Number of events that the filter of samples hides. */
  readonly hidden: number;
  readonly notes: readonly string[];
}

/** Calendar of a filter that cannot be used. */
export const NO_EVENTS = { events: [], isComplete: true, hidden: 0, notes: [] } as const;

/** Loads the events of a month, or those that lie ahead. */
export async function loadCalendar(
  session: ApiSession,
  requested: CalendarState,
  nowMs: number,
): Promise<LoadedCalendar> {
  try {
    return await load(session, requested, nowMs);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    const note = 'The API does not accept these filters, so no event is listed.';
    return { state: requested, ...NO_EVENTS, notes: [note] };
  }
}

async function load(session: ApiSession, state: CalendarState, nowMs: number): Promise<LoadedCalendar> {
  const span = spanOf(state, nowMs);
  const { events, isComplete } = await loadEvents(session, queryOf(state, span));
  const inSpan = events.filter((event) => overlaps(event, span));
  const shown = inSpan.filter((event) => isShown(state, event));
  return { state, events: shown, isComplete, hidden: inSpan.length - shown.length, notes: [] };
}

interface Span {
  readonly fromMs: number;
  /** Exclusive; null without end. */
  readonly toMs: number | null;
}

const spanOf = ({ month }: CalendarState, nowMs: number): Span =>
  month === null
    ? { fromMs: nowMs - (nowMs % DAY_MS), toMs: null }
    : { fromMs: monthStartMs(month), toMs: monthEndMs(month) };

/** For a month from the day before, for windows that end as it begins. From the start of the quarter, so that an event expected "some time in" a quarter is in each of its months. */
function queryOf({ type, chain, drop }: CalendarState, { fromMs, toMs }: Span): ListCalendarQuery {
  return {
    from: utcDay(quarterStartMs(fromMs) - (toMs === null ? 0 : 1)),
    ...(toMs !== null && { to: utcDay(toMs - 1) }),
    ...(type !== null && { type }),
    ...(chain !== null && { chain }),
    ...(drop !== null && { drop }),
    include: 'ongoing',
  };
}

/** True if the window of an event, or the period of its start, reaches into a span. */
function overlaps(event: CalendarEvent, { fromMs, toMs }: Span): boolean {
  const startMs = Date.parse(event.starts_at);
  if (toMs !== null && startMs >= toMs) return false;
  // A window that ends with the first instant of a month closes on its first day.
  const isClosing = toMs !== null && event.ends_at !== null && Date.parse(event.ends_at) >= fromMs;
  return startMs >= fromMs || isOpen(event, fromMs) || isClosing || periodEndMs(event) > fromMs;
}
