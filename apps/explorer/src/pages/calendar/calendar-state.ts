import {
  CALENDAR_EVENT_TYPES,
  type CalendarEventType,
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  isSampleDropId,
} from '@droptrack/contracts';
import { readSamples, type SampleFilter, samplesValue } from '../filters';
import { QueryReader, pathWith } from '../page-query';
import { MONTH_PATTERN } from '../../parts/months';

/** Views of the calendar: a list by day, or a table of a month. */
export const CALENDAR_VIEWS = ['agenda', 'month'] as const;
/** View of the calendar. */
type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** State of the calendar, all of it in the address. Null disables a filter. */
export interface CalendarState {
  readonly view: CalendarView;
  /** `2026-12`; null for what lies ahead. */
  readonly month: string | null;
  readonly type: CalendarEventType | null;
  readonly chain: string | null;
  /** Id of a drop. */
  readonly drop: string | null;
  readonly samples: SampleFilter;
}

/** The calendar that a new visitor sees: what lies ahead, of real drops as in the list of drops. */
export const WHOLE_CALENDAR: CalendarState = {
  view: 'agenda',
  month: null,
  type: null,
  chain: null,
  drop: null,
  samples: 'hidden',
};

/** State in an address, and what of it cannot be used. */
interface ParsedCalendarState {
  readonly state: CalendarState;
  /** A sentence for each value that was ignored. */
  readonly notes: readonly string[];
  /** True if a filter was ignored: a calendar without it would not be the requested one. */
  readonly isUnfiltered: boolean;
}

/** State in an address. */
export function parseCalendarState(query: URLSearchParams): ParsedCalendarState {
  const reader = new QueryReader(query);
  const filters = {
    type: reader.oneOf('type', CALENDAR_EVENT_TYPES),
    chain: reader.chain(),
    drop: reader.matching('drop', DROP_ID_PATTERN, DROP_ID_LENGTH_MAX, 'the id of a drop, such as linea'),
    samples: readSamples(reader, WHOLE_CALENDAR.samples),
  };
  const isUnfiltered = reader.notes.length > 0;
  const state: CalendarState = {
    view: reader.oneOf('view', CALENDAR_VIEWS) ?? WHOLE_CALENDAR.view,
    month: reader.matching('month', MONTH_PATTERN, 7, 'a month such as 2026-12'),
    ...filters,
  };
  return { state, notes: reader.notes, isUnfiltered };
}

/** Address of a calendar. Members with their default are omitted. */
export function calendarPath({ view, month, type, chain, drop, samples }: CalendarState): string {
  return pathWith('/calendar', {
    view: view === WHOLE_CALENDAR.view ? null : view,
    month,
    type,
    chain,
    drop,
    sample: samplesValue(samples, WHOLE_CALENDAR.samples),
  });
}

/** Address of a calendar as a file: what lies ahead, with the filters. */
export const calendarFilePath = ({ type, chain, drop, samples }: CalendarState): string =>
  pathWith('/calendar.ics', { type, chain, drop, sample: samplesValue(samples, WHOLE_CALENDAR.samples) });

/** True if the drop of an event is of the kind that is shown. */
export const isShown = ({ samples }: CalendarState, { drop }: { readonly drop: string }): boolean =>
  samples === 'all' || isSampleDropId(drop) === (samples === 'only');
