import type { CalendarEvent } from '@droptrack/contracts';
import { formatPeriod } from '../../parts/format';
import { EventItem } from './event-item';
import { closingNext, hasDay } from '../../parts/event-times';
import { Start } from '../../parts/events';
import { utcDay } from '../../parts/months';

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

interface AgendaProps {
  readonly events: readonly CalendarEvent[];
  /** Windows that opened before it are listed apart, by their end. Milliseconds since the epoch. */
  readonly openAtMs: number;
  readonly openTitle: string;
  readonly nowMs: number;
}

/** Events by day. An event that is known to a longer period only is listed under that period, on no day. */
export const Agenda = ({ events, openAtMs, openTitle, nowMs }: AgendaProps) => {
  const open = closingNext(events, openAtMs).map(({ event }) => event);
  const groups = groupsOf(events.filter((event) => !open.includes(event)));
  return (
    <div class="agenda">
      {open.length > 0 && (
        <section>
          <h2>{openTitle}</h2>
          <ul>
            {open.map((event) => (
              <EventItem key={event.id} event={event} nowMs={nowMs} endsFirst />
            ))}
          </ul>
        </section>
      )}
      {groups.map(([first, ...rest]) => (
        <section key={first.id}>
          <h2>
            <GroupTitle event={first} nowMs={nowMs} />
          </h2>
          <ul>
            {[first, ...rest].map((event) => (
              <EventItem key={event.id} event={event} nowMs={nowMs} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};

type Group = [CalendarEvent, ...CalendarEvent[]];

/** Events by the day or the longer period of their start, in order; a period comes before its days. */
function groupsOf(events: readonly CalendarEvent[]): Group[] {
  const groups = new Map<string, Group>();
  const sorted = [...events].sort(
    (a, b) => Date.parse(dayStart(a)) - Date.parse(dayStart(b)) || Number(hasDay(a)) - Number(hasDay(b)),
  );
  for (const event of sorted) {
    const key = hasDay(event) ? dayStart(event) : formatPeriod(event.starts_at, event.precision);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()];
}

const dayStart = ({ starts_at: startsAt }: CalendarEvent): string => utcDay(Date.parse(startsAt));

const GroupTitle = ({ event, nowMs }: { readonly event: CalendarEvent; readonly nowMs: number }) => {
  if (!hasDay(event)) {
    return (
      <span class="period">
        <Start event={event} />
      </span>
    );
  }
  const day = dayStart(event);
  return (
    <>
      <time dateTime={day}>{days.format(new Date(day))}</time>
      {day === utcDay(nowMs) && ' (today)'}
    </>
  );
};
