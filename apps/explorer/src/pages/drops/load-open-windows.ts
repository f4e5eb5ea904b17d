import { eventStateAt } from '@droptrack/catalogue';
import type { CalendarEvent } from '@droptrack/contracts';
import type { ApiSession } from '../../api/api-session';
import { type LoadedEvents, loadEvents } from '../../api/load-events';
import { perResults } from '../../api/per-results';
import { utcDay } from '../../parts/months';

/** Time for which a window without a known end counts as open, with a margin, in milliseconds. */
const LOOKBACK_MS = 370 * 86_400_000;

/** Claim windows of real drops that are open, as {@link openWindowsOf} a calendar. */
export async function loadOpenWindows(session: ApiSession, nowMs: number): Promise<readonly CalendarEvent[] | null> {
  const query = {
    type: 'claim',
    from: utcDay(nowMs - LOOKBACK_MS),
    to: utcDay(nowMs + 86_400_000),
    include: 'ongoing',
    sample: false,
  } as const;
  return openWindowsOf([await loadEvents(session, query)], nowMs);
}

/** Events whose window is open, also those without a known end, the latest opened first. Null if there are too many events for the call. */
const openWindowsOf = perResults(([{ events, isComplete }]: readonly [LoadedEvents], nowMs: number) =>
  isComplete
    ? events
        .filter((event) => eventStateAt(event, nowMs) === 'open')
        .sort((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at))
    : null,
);
