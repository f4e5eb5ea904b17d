import type { CalendarEvent, ListCalendarQuery } from '@droptrack/contracts';
import { type EventPart, eventParts, PAST_DAYS } from '@droptrack/icalendar';
import type { ApiSession } from '../../api/api-session';
import { loadEvents } from '../../api/load-events';
import { quarterStartMs, utcDay } from '../../parts/months';
import { type CalendarState, isShown } from './calendar-state';

const DAY_MS = 86_400_000;

/** Events of a calendar file. */
interface LoadedCalendarFile {
  readonly parts: readonly EventPart[];
  /** Instant from which on events are missing, milliseconds since the epoch; null if none is. */
  readonly cutAtMs: number | null;
}

/**
 * Loads the events of a calendar file: what lies ahead, and what began before today and concerns someone, each up to the bound
 * of `loadEvents`, so that the past takes no room from what lies ahead.
 *
 * @param host - of the API.
 */
export async function loadCalendarFile(
  session: ApiSession,
  state: CalendarState,
  { nowMs, host }: { readonly nowMs: number; readonly host: string },
): Promise<LoadedCalendarFile> {
  const pastMs = nowMs - PAST_DAYS * DAY_MS;
  const fromMs = Date.parse(utcDay(pastMs));
  const parts = new Map<string, readonly EventPart[]>();
  const isWanted = (event: CalendarEvent): boolean => {
    const written = isShown(state, event) ? eventParts(event, 'points', host) : [];
    if (!written.some(({ untilMs }) => untilMs >= fromMs)) return false;
    parts.set(event.id, written);
    return true;
  };
  const load = (days: Pick<ListCalendarQuery, 'from' | 'to'>) => loadEvents(session, queryOf(state, days), isWanted);
  const [begun, ahead] = await Promise.all([
    // From the start of the quarter, as an event expected "some time in" it begins there.
    load({ from: utcDay(quarterStartMs(pastMs)), to: utcDay(nowMs - DAY_MS) }),
    load({ from: utcDay(nowMs) }),
  ]);
  // A window that has been open for long is in both.
  const ids = new Set([...begun.events, ...ahead.events].map(({ id }) => id));
  const last = ahead.events.at(-1);
  return {
    parts: [...ids].flatMap((id) => parts.get(id) ?? []),
    cutAtMs: ahead.isComplete ? null : last === undefined ? nowMs : Date.parse(last.starts_at),
  };
}

function queryOf(
  { type, chain, drop }: CalendarState,
  days: Pick<ListCalendarQuery, 'from' | 'to'>,
): ListCalendarQuery {
  return {
    ...days,
    ...(type !== null && { type }),
    ...(chain !== null && { chain }),
    ...(drop !== null && { drop }),
    include: 'ongoing',
  };
}
