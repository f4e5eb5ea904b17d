import { EVENT_STATES, eventStateAt } from '@droptrack/catalogue';
import { CALENDAR_EVENT_TYPES, CALENDAR_PRECISIONS, type CalendarEvent } from '@droptrack/contracts';
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
  /** Published status, or the state of a window that has begun. */
  status: z.enum(EVENT_STATES),
});
type EventFacts = z.infer<typeof eventFacts>;

/** @param asOf - instant of the state. */
export const eventFactsOf = (event: CalendarEvent, asOf: string): EventFacts => ({
  drop: event.drop,
  type: event.type,
  title: foreignName(event.title),
  starts_at: event.starts_at,
  ...known({ ends_at: event.ends_at }),
  precision: event.precision,
  status: eventStateAt(event, Date.parse(asOf)),
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
  return phrases(
    `${from}${end === undefined ? '' : ` to ${minute(end)}`} ${type} of ${drop}`,
    quoted(title),
    status === 'unknown' ? UNKNOWN_END : status,
  );
}

const UNKNOWN_END = 'begun over a year ago, and no end is known';
