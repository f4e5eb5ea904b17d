import {
  CALENDAR_EVENT_STATUSES,
  CALENDAR_EVENT_TYPES,
  CALENDAR_PRECISIONS,
  type CalendarEvent,
} from '@droptrack/contracts';
import { z } from 'zod';
import { known, minute, phrases } from './figures';
import { foreignName, quoted } from './foreign-text';

/** A dated step of a drop. */
export const eventFacts = z.strictObject({
  drop: z.string(),
  type: z.enum(CALENDAR_EVENT_TYPES),
  title: z.string(),
  starts_at: z.iso.datetime(),
  /** Exclusive. */
  ends_at: z.iso.datetime().optional(),
  /** Length of the period in which the event starts. */
  precision: z.enum(CALENDAR_PRECISIONS),
  status: z.enum(CALENDAR_EVENT_STATUSES),
});
export type EventFacts = z.infer<typeof eventFacts>;

export const eventFactsOf = (event: CalendarEvent): EventFacts => ({
  drop: event.drop,
  type: event.type,
  title: foreignName(event.title),
  starts_at: event.starts_at,
  ...known({ ends_at: event.ends_at }),
  precision: event.precision,
  status: event.status,
});

/** Event on one line. */
export function eventLine({
  drop,
  type,
  title,
  starts_at: start,
  ends_at: end,
  precision,
  status,
}: EventFacts): string {
  const isExact = precision === 'second' || precision === 'minute' || precision === 'hour';
  const day = start.slice(0, 10);
  const from = isExact ? minute(start) : precision === 'day' ? day : `some time in the ${precision} from ${day}`;
  return phrases(`${from}${end === undefined ? '' : ` to ${minute(end)}`} ${type} of ${drop}`, quoted(title), status);
}
