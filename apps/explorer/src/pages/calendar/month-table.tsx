import type { CalendarEvent } from '@droptrack/contracts';
import { formatPeriod } from '../../parts/format';
import { Name } from '../../parts/name';
import { EventItem } from './event-item';
import { hasDay } from '../../parts/event-times';
import { EventDrop } from '../../parts/events';
import { utcDay, weeksOf } from '../../parts/months';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface MonthTableProps {
  readonly month: string;
  readonly events: readonly CalendarEvent[];
  readonly nowMs: number;
}

/** An event on a day: its start, or the end of its window. */
interface Mark {
  readonly event: CalendarEvent;
  readonly verb: '' | 'opens' | 'closes' | 'closes at 00:00';
}

/** A month as a table of days, and below it the events whose day is not known. */
export const MonthTable = ({ month, events, nowMs }: MonthTableProps) => {
  const marks = marksByDay(events);
  const undated = events.filter((event) => !hasDay(event));
  return (
    <>
      <table class="month">
        <caption class="visually-hidden">{formatPeriod(`${month}-01T00:00:00.000Z`, 'month')}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) => (
                <Day
                  key={day ?? weekday}
                  day={day}
                  weekday={WEEKDAYS[weekday] ?? ''}
                  marks={marks.get(day ?? '') ?? []}
                  isToday={day === utcDay(nowMs)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {undated.length > 0 && (
        <section class="agenda">
          <h2>On no known day</h2>
          <ul>
            {undated.map((event) => (
              <EventItem key={event.id} event={event} nowMs={nowMs} hasPeriod />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

/** Starts and ends by day. A window that ends at midnight closes on the day that begins then, as everywhere on the site. */
function marksByDay(events: readonly CalendarEvent[]): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, Mark[]>();
  const add = (ms: number, mark: Mark) => {
    const day = utcDay(ms);
    const list = marks.get(day);
    if (list === undefined) marks.set(day, [mark]);
    else list.push(mark);
  };
  for (const event of events) {
    const { starts_at: startsAt, ends_at: endsAt } = event;
    if (hasDay(event)) add(Date.parse(startsAt), { event, verb: endsAt === null ? '' : 'opens' });
    if (endsAt !== null) add(Date.parse(endsAt), { event, verb: isMidnight(endsAt) ? 'closes at 00:00' : 'closes' });
  }
  return marks;
}

const isMidnight = (instant: string): boolean => instant.includes('T00:00:00');

interface DayProps {
  /** Null for a day of another month. */
  readonly day: string | null;
  readonly weekday: string;
  readonly marks: readonly Mark[];
  readonly isToday: boolean;
}

const Day = ({ day, weekday, marks, isToday }: DayProps) => (
  <td class={marks.length === 0 ? 'no-events' : undefined} aria-current={isToday ? 'date' : undefined}>
    {day !== null && (
      <time dateTime={day}>
        <span class="weekday">{weekday} </span>
        {Number(day.slice(8))}
        {isToday && ' today'}
      </time>
    )}
    {marks.length > 0 && (
      <ul>
        {marks.map(({ event, verb }) => (
          <li key={`${event.id}${verb}`} class={`mark mark-${event.status}`}>
            <EventDrop event={event} />
            <span class="detail">
              <Name text={event.title} charactersMax={40} />
              {verb !== '' && ` ${verb}`}
              {event.status !== 'confirmed' && event.status !== 'occurred' && `, ${event.status}`}
            </span>
          </li>
        ))}
      </ul>
    )}
  </td>
);
