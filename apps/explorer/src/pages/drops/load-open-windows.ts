import { eventStateAt } from '@droptrack/catalogue';
import type { CalendarEvent } from '@droptrack/contracts';
import type { ApiSession } from '../../api/api-session';
import { loadEvents } from '../../api/load-events';
import { utcDay } from '../../parts/months';

/** Time for which a window without a known end counts as open, with a margin, in milliseconds. */
const LOOKBACK_MS = 370 * 86_400_000;

/**
 * Claim windows of real drops that are open, also those without a known end, the latest opened first. Null if there are too
 * many events for the call.
 */
export async function loadOpenWindows(session: ApiSession, nowMs: number): Promise<readonly CalendarEvent[] | null> {
  const query = {
    type: 'claim',
    from: utcDay(nowMs - LOOKBACK_MS),
    to: utcDay(nowMs + 86_400_000),
    include: 'ongoing',
    sample: false,
  } as const;
  const { events, isComplete } = await loadEvents(session, query);
  if (!isComplete) return null;
  return events
    .filter((event) => eventStateAt(event, nowMs) === 'open')
    .sort((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at));
}
