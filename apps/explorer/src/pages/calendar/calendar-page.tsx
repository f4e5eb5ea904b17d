import { Notice } from '../../parts/marks';
import type { Page } from '../page';
import { Agenda } from './agenda';
import { CalendarFilters, CalendarLinks, monthName } from './calendar-filters';
import { type CalendarState, WHOLE_CALENDAR, calendarPath, parseCalendarState } from './calendar-state';
import { type LoadedCalendar, loadCalendar, NO_EVENTS } from './load-calendar';
import { EVENTS_MAX } from '../../api/load-events';
import { Subscribe } from './subscribe';
import { MonthTable } from './month-table';
import { monthStartMs, utcMonth } from '../../parts/months';

/** The calendar of all drops: as an agenda, or as a table of a month. */
export const calendarPage: Page = async ({ query, nowMs, siteUrl }, session) => {
  const { state: parsed, notes, isUnfiltered } = parseCalendarState(query);
  const requested = withMonth(parsed, nowMs);
  const loaded = isUnfiltered ? { state: requested, ...NO_EVENTS } : await loadCalendar(session, requested, nowMs);
  const { state, events } = loaded;
  const title = state.month === null ? 'Calendar' : `Calendar, ${monthName(state.month)}`;
  return {
    title,
    description: 'Snapshots, token generations and claim windows of token distributions, to read and to subscribe to.',
    content: (
      <>
        <h1>{title}</h1>
        <p class="lead">
          Snapshots, token generations, claim windows and phases. All times are in UTC; a date that is known to a month
          or a quarter is on no day.
        </p>
        {[...notes, ...loaded.notes].map((note) => (
          <p class="notice" role="status" key={note}>
            {note}
          </p>
        ))}
        <CalendarFilters state={state} chains={[...new Set(events.map(({ chain }) => chain))].sort()} />
        <CalendarLinks state={state} nowMs={nowMs} />
        <Events loaded={loaded} nowMs={nowMs} />
        <Subscribe state={state} siteUrl={siteUrl} />
      </>
    ),
  };
};

/** The table of a month is of this month unless another one is requested. */
const withMonth = (state: CalendarState, nowMs: number): CalendarState =>
  state.view === 'month' && state.month === null ? { ...state, month: utcMonth(nowMs) } : state;

const Events = ({ loaded, nowMs }: { readonly loaded: LoadedCalendar; readonly nowMs: number }) => {
  const { state, events, isComplete, hidden } = loaded;
  const { view, month } = state;
  return (
    <>
      {view === 'month' && month !== null && <MonthTable month={month} events={events} nowMs={nowMs} />}
      {events.length === 0 ? (
        <Empty state={state} />
      ) : (
        view === 'agenda' && (
          <Agenda
            events={events}
            openAtMs={month === null ? nowMs : monthStartMs(month)}
            openTitle={month === null ? 'Open, with a known end' : 'Open since an earlier month'}
            nowMs={nowMs}
          />
        )
      )}
      {!isComplete && (
        <p class="notice" role="status">
          These are the first {EVENTS_MAX} events. The API has more.
        </p>
      )}
      {hidden > 0 && (
        <p>
          {hidden === 1 ? '1 event' : `${hidden} events`} of {state.samples === 'only' ? 'real drops' : 'samples'}{' '}
          hidden. <a href={calendarPath({ ...state, samples: 'all' })}>Show all</a>
        </p>
      )}
    </>
  );
};

const Empty = ({ state }: { readonly state: CalendarState }) => (
  <Notice title="No event matches">
    <p>
      Choose another month, or{' '}
      <a href={calendarPath({ ...WHOLE_CALENDAR, view: state.view, month: state.month })}>clear the filters</a>.
    </p>
  </Notice>
);
