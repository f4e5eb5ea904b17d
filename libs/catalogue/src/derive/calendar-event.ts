import type { CalendarEventStatus, CalendarPrecision, FactSource } from '@droptrack/contracts';
import type { DropDefinition, EventDefinition, Provenance } from '../definition';
import type { CalendarEventBody } from '../revision';
import { isDayOrFiner } from './moves';

/** What an event is known by, and how often it has been moved. */
export interface EventIdentity {
  /** `cal_` and 20 characters. */
  readonly id: string;
  /** 0 at first, one more with every reschedule. */
  readonly sequence: number;
}

/**
 * A calendar event as the service shows it at an instant.
 *
 * @param atMs - milliseconds since the epoch; decides whether the event has `occurred`.
 */
export function deriveCalendarEvent(
  definition: DropDefinition,
  event: EventDefinition,
  identity: EventIdentity,
  atMs: number,
): CalendarEventBody {
  return {
    id: identity.id,
    drop: definition.id,
    drop_name: definition.name,
    chain: definition.chain.value,
    type: event.type,
    title: event.title,
    starts_at: event.startsAt,
    ends_at: event.endsAt,
    precision: event.precision,
    status: eventStatusAt(event, atMs),
    block: event.block,
    phase: event.phase,
    url: event.url,
    source: event.source === null ? null : factSource(event.source),
    sequence: identity.sequence,
  };
}

/**
 * Status of an event at an instant: a confirmed one has occurred at its first
 * instant, or, known less well than to the day, once its whole period has passed.
 * What was never confirmed does not occur by itself.
 */
export function eventStatusAt(event: EventDefinition, atMs: number): CalendarEventStatus {
  if (event.status !== 'confirmed') return event.status;
  return occursAtMs(event) <= atMs ? 'occurred' : 'confirmed';
}

/** Length of the periods that have no first instant to hang on. */
const PERIODS: Readonly<Partial<Record<CalendarPrecision, { readonly months: number; readonly days: number }>>> = {
  week: { months: 0, days: 7 },
  month: { months: 1, days: 0 },
  quarter: { months: 3, days: 0 },
  year: { months: 12, days: 0 },
};

/** When a confirmed event occurs, milliseconds since the epoch: at its first instant, or at the end of a coarse period. */
export function occursAtMs({ startsAt, precision }: Pick<EventDefinition, 'startsAt' | 'precision'>): number {
  const start = new Date(startsAt);
  const period = PERIODS[precision];
  if (isDayOrFiner(precision) || period === undefined) return start.getTime();
  start.setUTCMonth(start.getUTCMonth() + period.months, start.getUTCDate() + period.days);
  return start.getTime();
}

/** A provenance as it crosses the wire: at the first instant of the day on which the source said so. */
export function factSource({ kind, url, at }: Provenance): FactSource {
  return { kind, url, observed_at: at === null ? null : `${at}T00:00:00.000Z` };
}
