import { CALENDAR_EVENT_TYPES } from '@droptrack/contracts';
import { formatPeriod } from '../../parts/format';
import { ChainField, SamplesField, SLUG_PATTERN } from '../filters';
import { CALENDAR_VIEWS, type CalendarState, WHOLE_CALENDAR, calendarPath } from './calendar-state';
import { EVENT_TYPES } from '../../parts/events';
import { MONTH_PATTERN, monthAfter, utcMonth } from '../../parts/months';

interface CalendarFiltersProps {
  readonly state: CalendarState;
  /** Chains to suggest. */
  readonly chains: readonly string[];
}

/** Filters as a form, which keeps the view and the month. */
export const CalendarFilters = ({ state, chains }: CalendarFiltersProps) => (
  <form class="filters" method="get" action="/calendar" aria-label="Filters">
    <label>
      Type
      <select name="type">
        <option value="">All</option>
        {CALENDAR_EVENT_TYPES.map((type) => (
          <option key={type} value={type} selected={state.type === type}>
            {EVENT_TYPES[type]}
          </option>
        ))}
      </select>
    </label>
    <ChainField chain={state.chain} chains={chains} />
    <label>
      Drop
      <input name="drop" value={state.drop ?? ''} pattern={SLUG_PATTERN} title="Id, such as linea" />
    </label>
    <SamplesField samples={state.samples} byDefault={WHOLE_CALENDAR.samples} />
    {state.view !== WHOLE_CALENDAR.view && <input type="hidden" name="view" value={state.view} />}
    {state.month !== null && <input type="hidden" name="month" value={state.month} />}
    <button type="submit">Show</button>
  </form>
);

const VIEW_NAMES = { agenda: 'Agenda', month: 'Month' } as const;

/** Links to the views and to neighbouring months. */
export const CalendarLinks = ({ state, nowMs }: { readonly state: CalendarState; readonly nowMs: number }) => {
  const month = state.month ?? utcMonth(nowMs);
  const neighbours = [monthAfter(month, -1), monthAfter(month, 1)].filter((other) => MONTH_PATTERN.test(other));
  return (
    <div class="list-head">
      <nav class="sorts" aria-label="View">
        <ul>
          {CALENDAR_VIEWS.map((view) => (
            <li key={view}>
              <a href={calendarPath({ ...state, view })} aria-current={state.view === view ? 'true' : undefined}>
                {VIEW_NAMES[view]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <nav class="sorts" aria-label="Months">
        <ul>
          {state.month !== null && (
            <li>
              <a href={calendarPath({ ...state, month: null })}>{state.view === 'agenda' ? 'Ahead' : 'This month'}</a>
            </li>
          )}
          {neighbours.map((other) => (
            <li key={other}>
              <a href={calendarPath({ ...state, month: other })} rel={other < month ? 'prev' : 'next'}>
                {monthName(other)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
};

/** `December 2026`. */
export const monthName = (month: string): string => formatPeriod(`${month}-01T00:00:00.000Z`, 'month');
